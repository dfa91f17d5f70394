import type { Person } from '#shared/operator/contract-person.ts';

/** What a block does, by whom it is of and how many sessions stay booked. */
export function blockText(
  { role, membership }: Pick<Person, 'role' | 'membership'>,
  upcoming: number,
): string {
  const parts = ['They are signed out everywhere at once and cannot sign in until you unblock them.'];
  if (role === 'partner') parts.push('Clients do not see their page, and they cannot be booked.');
  if (role === 'client') parts.push('A time that they hold is free again.');
  if (membership !== null && PAYING.has(membership))
    parts.push('Their membership goes on and is charged: cancel or refund it if it should not.');
  if (upcoming > 0) parts.push(stayText(upcoming));
  return parts.join(' ');
}

const PAYING: ReadonlySet<string> = new Set(['trial', 'subscriber']);

const stayText = (upcoming: number): string =>
  upcoming === 1
    ? '1 booked session stays until you cancel it.'
    : `${upcoming === 50 ? '50 or more' : upcoming} booked sessions stay until you cancel them.`;

export const UNBLOCK_TEXT = 'They can sign in again at once, with the password that they had.';
