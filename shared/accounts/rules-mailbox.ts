import { normalEmail } from './rules.ts';

/** A host as mail is sent to it: however its dots and letters are written. */
function hostOf(text: string): string {
  return URL.parse(`http://${text}`)?.hostname ?? text;
}

/** The mailbox of an address: without what follows a + in its name, and on Google's domains without dots. */
export function mailboxOf(email: string): string {
  const [name = '', given = ''] = normalEmail(email).split('@');
  const host = hostOf(given);
  const box = name.split('+')[0] ?? '';
  const google = host === 'gmail.com' || host === 'googlemail.com';
  return google ? `${box.replaceAll('.', '')}@gmail.com` : `${box}@${host}`;
}

/** Whether two addresses reach one mailbox. */
export function sameMailbox(one: string, other: string): boolean {
  return mailboxOf(one) === mailboxOf(other);
}
