import type { Studio } from '../../shared/content/contract.ts';

interface Person {
  readonly name: string;
  readonly email: string;
}

/** Fills {name}, {email} and {session_id} into a link of the settings, encoded; without a session its place is empty (decisions 1). */
export function fillLink(url: string, person: Person, sessionId?: number): string {
  const values = { name: person.name, email: person.email, session_id: String(sessionId ?? '') };
  return url.replace(/\{(name|email|session_id)\}/g, (_, key: keyof typeof values) =>
    encodeURIComponent(values[key]),
  );
}

/** Where "Contact Support" leads: the form of the settings, else a mail that says whose account it is about, else nowhere. */
export function supportLink(studio: Studio, person: Person) {
  if (studio.support_url !== null) return fillLink(studio.support_url, person);
  if (studio.support_email === null) return null;
  // Room for what they write above it: the mail may come from another address than the account's.
  return `mailto:${studio.support_email}?body=${mailLines(['', '', person.name, person.email])}`;
}

/** A mailto link knows no plus for a blank, and its lines end in CRLF (RFC 6068). */
const mailLines = (lines: readonly string[]): string => lines.map(encodeURIComponent).join('%0D%0A');

/** What a letter about a session says before its writer has written anything. */
export interface Letter {
  readonly subject: string;
  readonly lines: readonly string[];
}

/** Where help for one session is asked for: the form of the settings, else a mail that is begun already, else nowhere. */
export function sessionSupportLink(studio: Studio, person: Person, sessionId: number, letter: Letter) {
  if (studio.support_url !== null) return fillLink(studio.support_url, person, sessionId);
  if (studio.support_email === null) return null;
  return `mailto:${studio.support_email}?subject=${encodeURIComponent(letter.subject)}&body=${mailLines(letter.lines)}`;
}

/** Where feedback goes when our own form fails: the form of the settings, else a mail, else nowhere. */
export function feedbackLink(studio: Studio, person: Person, sessionId: number) {
  if (studio.feedback_form_url !== null) return fillLink(studio.feedback_form_url, person, sessionId);
  if (studio.support_email === null) return null;
  return `mailto:${studio.support_email}?subject=${encodeURIComponent(`Session #${sessionId}`)}`;
}
