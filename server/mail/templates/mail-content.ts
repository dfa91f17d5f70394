import { oneLine } from '../../../shared/lib/text.ts';
import { formatDay, formatTime, zoneLabel } from '../../../shared/lib/time.ts';

/** A piece of a letter. Everything is plain text: what looks like markup is shown as it was written. */
export type Part =
  | { readonly say: string }
  | { readonly facts: readonly (readonly [name: string, value: string])[] }
  | { readonly quote: string }
  | { readonly button: string; readonly url: string }
  /** Smaller, below. */
  | { readonly note: string };

/** A calendar file that a letter brings. */
export interface CalendarPart {
  readonly method: 'REQUEST' | 'CANCEL';
  readonly filename: string;
  readonly content: string;
}

/** What a mail says, written once for its HTML and its text. */
export interface Letter {
  readonly subject: string;
  /** The line that a list of mails shows behind the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly parts: readonly Part[];
  readonly calendar?: CalendarPart;
}

/** What stands below every letter. */
export interface Foot {
  readonly studio: string;
  /** Why this mail came. */
  readonly why: string;
  /** How to get no more of them; null where that cannot be. */
  readonly stop: { readonly words: string; readonly url: string } | null;
}

const LONGEST_NAME = 80;

/**
 * A name as a mail may say it: in one line, not endless, and never an address that a mail program would make a link of:
 * strangers get mails with names in them that anybody may have chosen.
 */
export function spokenName(name: string): string {
  const plain = oneLine(name)
    .replaceAll(/[<>/\\:@]/g, '')
    .replaceAll(/\.(?=\S)/g, '. ')
    .trim();
  const shown = Array.from(plain).slice(0, LONGEST_NAME).join('');
  return shown === '' ? 'Somebody' : shown;
}

/** A text of somebody's own in one line of at most so many characters. */
function shortened(text: string, most: number): string {
  const whole = Array.from(oneLine(text));
  return whole.length <= most
    ? whole.join('')
    : `${whole
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

/** A title of the person's own, in one line and not endless. */
export const spokenTitle = (title: string): string => shortened(title, 120);

/** What is named in a subject: short, so that what stands behind it is read as well. */
export const inSubject = (words: string): string => shortened(words, 40);

/** The beginning of what somebody wrote, for the line behind a subject. */
export const beginning = (words: string): string => shortened(words, 120);

/** An instant in a reader's zone, with the zone's name: "Tue 24 Nov 26 at 14:00, Lisbon (UTC+0)". */
export function inZone(at: Temporal.Instant, zone: string): string {
  return `${formatDay(at, zone)} at ${formatTime(at, zone)}, ${zoneLabel(zone, at)}`;
}

/** A session's time likewise: "Tue 24 Nov 26, 14:00 to 14:45, Lisbon (UTC+0)". */
export function spanInZone(from: Temporal.Instant, to: Temporal.Instant, zone: string): string {
  return `${formatDay(from, zone)}, ${formatTime(from, zone)} to ${formatTime(to, zone)}, ${zoneLabel(zone, from)}`;
}

/** A letter as plain text: what HTML shows by its looks stands in lines here. */
export function asText({ heading, parts }: Letter, { studio, why, stop }: Foot): string {
  const blocks = parts.map((part) => {
    if ('say' in part) return part.say;
    if ('facts' in part) return part.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
    if ('quote' in part)
      return part.quote
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n');
    return 'button' in part ? `${part.button}:\n${part.url}` : part.note;
  });
  const below = [studio, why, ...(stop === null ? [] : [`${stop.words}: ${stop.url}`])].join('\n');
  return `${[heading, ...blocks, `-- \n${below}`].join('\n\n')}\n`;
}
