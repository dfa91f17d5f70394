import type { ResponseOf } from '#shared/lib/endpoint.ts';
import type { checkMembers } from '#shared/operator/person/contract-import.ts';

type Found = ResponseOf<typeof checkMembers>['found'];

const count = (n: number, what: string): string =>
  `${n.toLocaleString('en-US')} ${what}${n === 1 ? '' : 's'}`;

/** Such as "1 member". */
export const memberCount = (n: number): string => count(n, 'member');

/** What a file has, in a sentence or two. */
export function foundText({ members, credits, ended }: Found): string {
  const what = `${memberCount(members)} with ${count(credits, 'credit')}.`;
  if (ended === 0) return what;
  return `${what} The paid-through day of ${ended} is over: they come as cancelled.`;
}

/** A file that can be imported, for people to begin with. */
export const EXAMPLE = [
  'name,email,zone,paid_through,credits',
  'Ada Lovelace,ada@example.com,Europe/London,2027-01-31,7',
  '',
].join('\n');
