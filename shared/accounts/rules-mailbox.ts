import { normalizeEmail } from './rules.ts';

/** Canonical host name, as mail is delivered to it. */
function hostOf(text: string): string {
  return URL.parse(`http://${text}`)?.hostname ?? text;
}

/**
 * Canonical mailbox of an address: no +suffix, no dots on Google's domains
 * (docs/product/security.md#mailbox).
 */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = normalizeEmail(email).split('@');
  const host = hostOf(domain);
  const box = name.split('+')[0] ?? '';
  const google = host === 'gmail.com' || host === 'googlemail.com';
  return google ? `${box.replaceAll('.', '')}@gmail.com` : `${box}@${host}`;
}

/** Whether two addresses deliver to the same mailbox. */
export function sameMailbox(one: string, other: string): boolean {
  return mailboxOf(one) === mailboxOf(other);
}
