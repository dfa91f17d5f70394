import { dayOf } from '../lib/time.ts';

/** Comments on the page before "Show more", and how many each press adds. */
export const COMMENTS_FIRST = 5;
export const COMMENTS_MORE = 20;

/** How many free times the page names (docs/product/musician-page.md#next-free-times). */
export const FREE_TIMES = 9;

/** Fewest cases that make a typical time (docs/product/musician-page.md#typical-times). */
export const FEWEST_CASES = 3;
/** How far back cases count, in days. */
export const CASES_DAYS = 365;

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** "November 2026" of '2026-11'. */
export function monthInWords(month: string): string {
  const { year, month: number } = Temporal.PlainYearMonth.from(month);
  return `${MONTHS[number - 1]} ${year}`;
}

/** The part of a name that strangers may read (docs/product/musician-page.md#ratings). */
export function firstName(name: string): string {
  const [first = ''] = name.trim().split(/\s+/);
  return first === '' || first.includes('@') ? 'A client' : first;
}

const counted = (n: number, unit: string): string => `${n} ${unit}${n === 1 ? '' : 's'}`;

/** A typical time, roughly: "within minutes", "in about 2 hours", "in about 3 days". */
function roughly(minutes: number): string {
  if (minutes < 20) return 'within minutes';
  if (minutes < 50) return `in about ${Math.round(minutes / 10) * 10} minutes`;
  if (minutes < 36 * 60) return `in about ${counted(Math.max(1, Math.round(minutes / 60)), 'hour')}`;
  return `in about ${counted(Math.round(minutes / 1440), 'day')}`;
}

/** What is said of how soon a musician answers and delivers; empty while there are too few cases. */
export function typicalTexts(times: {
  readonly answer_minutes: number | null;
  readonly delivery_minutes: number | null;
}): string[] {
  const { answer_minutes: answer, delivery_minutes: delivery } = times;
  return [
    ...(answer === null ? [] : [`Usually answers ${roughly(answer)}`]),
    ...(delivery === null ? [] : [`Usually delivers ${roughly(delivery)} after the session`]),
  ];
}

/** Free times by day of a zone, in order. */
export function timesByDay(
  times: readonly string[],
  zone: string,
): { readonly day: string; readonly times: readonly Temporal.Instant[] }[] {
  const days = new Map<string, Temporal.Instant[]>();
  for (const at of times.map((time) => Temporal.Instant.from(time))) {
    const day = dayOf(at, zone).toString();
    days.set(day, [...(days.get(day) ?? []), at]);
  }
  return [...days].map(([day, instants]) => ({ day, times: instants }));
}

/** A text in one line of at most `max` characters, cut at a word: for link previews. */
export function previewText(text: string, max = 200): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = Array.from(line);
  if (characters.length <= max) return line;
  const cut = characters.slice(0, max - 1).join('');
  const end = cut.lastIndexOf(' ');
  return `${(end > max / 2 ? cut.slice(0, end) : cut).replace(/[ ,.;:]+$/, '')}…`;
}
