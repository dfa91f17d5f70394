import { oneLine } from '#shared/lib/text.ts';
import { formatDay, formatTime, zoneLabel } from '#shared/lib/time.ts';

/** A part of a mail; plain text, escaped when rendered. */
export type Part =
  | { readonly text: string }
  | { readonly facts: readonly (readonly [name: string, value: string])[] }
  | { readonly quote: string }
  | { readonly button: string; readonly url: string }
  /** Small print. */
  | { readonly note: string };

/** A calendar file. */
export interface CalendarPart {
  readonly method: 'REQUEST' | 'CANCEL';
  readonly filename: string;
  readonly content: string;
}

/** A file that goes with a mail. */
export interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** A mail's content, rendered as HTML and as text. */
export interface MailContent {
  readonly subject: string;
  /** Shown after the subject in lists of mails. */
  readonly preview: string;
  readonly heading: string;
  readonly parts: readonly Part[];
  readonly calendar?: CalendarPart;
  readonly attachment?: Attachment;
}

/** The footer of a mail. */
export interface Footer {
  readonly studio: string;
  /** Why this mail was sent. */
  readonly reason: string;
  /** Unsubscribe link; null for mails that cannot be switched off. */
  readonly unsubscribe: { readonly label: string; readonly url: string } | null;
}

const MAX_NAME_LENGTH = 80;

/** A name without what mail programs would turn into a link (docs/product/notifications.md#names-in-mails). */
export function displayName(name: string): string {
  const plain = oneLine(name)
    .replaceAll(/[<>/\\:@]/g, '')
    .replaceAll(/\.(?=\S)/g, '. ')
    .trim();
  const shown = Array.from(plain).slice(0, MAX_NAME_LENGTH).join('');
  return shown === '' ? 'Somebody' : shown;
}

/** A text as one line of at most that many characters. */
function truncate(text: string, max: number): string {
  const whole = Array.from(oneLine(text));
  return whole.length <= max
    ? whole.join('')
    : `${whole
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
}

/** A title as one short line. */
export const displayTitle = (title: string): string => truncate(title, 120);

/** Shortened for a subject, so that the time after it stays visible. */
export const forSubject = (words: string): string => truncate(words, 40);

/** The beginning of a text, for the preview. */
export const excerpt = (words: string): string => truncate(words, 120);

/** An instant in a zone, with its name: "Tue 24 Nov 26 at 14:00, Lisbon (UTC+0)". */
export function inZone(at: Temporal.Instant, zone: string): string {
  return `${formatDay(at, zone)} at ${formatTime(at, zone)}, ${zoneLabel(zone, at)}`;
}

/** A time span likewise: "Tue 24 Nov 26, 14:00 to 14:45, Lisbon (UTC+0)". */
export function spanInZone(from: Temporal.Instant, to: Temporal.Instant, zone: string): string {
  return `${formatDay(from, zone)}, ${formatTime(from, zone)} to ${formatTime(to, zone)}, ${zoneLabel(zone, from)}`;
}

/** A mail as plain text. */
export function renderText({ heading, parts }: MailContent, { studio, reason, unsubscribe }: Footer): string {
  const blocks = parts.map((part) => {
    if ('text' in part) return part.text;
    if ('facts' in part) return part.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
    if ('quote' in part)
      return part.quote
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n');
    return 'button' in part ? `${part.button}:\n${part.url}` : part.note;
  });
  const below = [
    studio,
    reason,
    ...(unsubscribe === null ? [] : [`${unsubscribe.label}: ${unsubscribe.url}`]),
  ].join('\n');
  return `${[heading, ...blocks, `-- \n${below}`].join('\n\n')}\n`;
}
