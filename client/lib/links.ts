import { supportSubject } from '#shared/lib/support.ts';
import type { Studio } from '#shared/content/contract.ts';

interface Person {
  readonly name: string;
  readonly email: string;
}

/** Fills {name}, {email} and {session_id} into a configured link, encoded; empty without a session. */
export function fillLink(url: string, person: Person, sessionId?: number): string {
  const values = { name: person.name, email: person.email, session_id: String(sessionId ?? '') };
  return url.replace(/\{(name|email|session_id)\}/g, (_, key: keyof typeof values) =>
    encodeURIComponent(values[key]),
  );
}

/** Where "Contact Support" leads: the configured form, else a mail that names the account, else null. */
export function supportLink(studio: Studio, person: Person) {
  if (studio.support_url !== null) return fillLink(studio.support_url, person);
  if (studio.support_email === null) return null;
  // Room to write above. The account is named because the mail may come from another address.
  return mailTo(studio.support_email, {
    subject: supportSubject(person.name),
    lines: ['', '', person.name, person.email],
  });
}

/** A mailto link: no plus for a blank, and CRLF line ends (RFC 6068). */
function mailTo(address: string, { subject, lines }: MailDraft): string {
  const body = lines.length === 0 ? '' : `&body=${lines.map(encodeURIComponent).join('%0D%0A')}`;
  return `mailto:${address}?subject=${encodeURIComponent(subject)}${body}`;
}

/** Prefilled subject and body of a mail about a session. */
export interface MailDraft {
  readonly subject: string;
  readonly lines: readonly string[];
}

/** Where help for a session is requested: the configured form, else a prefilled mail, else null. */
export function sessionSupportLink(studio: Studio, person: Person, sessionId: number, mail: MailDraft) {
  if (studio.support_url !== null) return fillLink(studio.support_url, person, sessionId);
  if (studio.support_email === null) return null;
  return mailTo(studio.support_email, mail);
}

/** Where feedback goes when our own form fails: the configured form, else a mail, else null. */
export function feedbackLink(studio: Studio, person: Person, sessionId: number) {
  if (studio.feedback_form_url !== null) return fillLink(studio.feedback_form_url, person, sessionId);
  if (studio.support_email === null) return null;
  return mailTo(studio.support_email, { subject: supportSubject(person.name, sessionId), lines: [] });
}
