import { monthName } from '../lib/day-names.ts';
import { firstName } from '../lib/text.ts';
import { dayOf, formatDay } from '../lib/time.ts';

/** Comments on the page before "Show more", and how many each press adds. */
export const COMMENTS_FIRST = 5;
export const COMMENTS_MORE = 20;

/** How many free times the page is given, and what it shows of them (docs/product/musician-page.md#next-free-times). */
export const FREE_TIMES = 40;
const FREE_DAYS_SHOWN = 3;
const FREE_TIMES_OF_DAY = 4;

/** Fewest cases that make a typical time (docs/product/musician-page.md#typical-times). */
const FEWEST_CASES = 3;
/** How far back cases count, in days. */
export const CASES_DAYS = 365;

/** A typical time in whole minutes; null for too few cases (docs/product/musician-page.md#typical-times). */
export function typicalMinutes(typical: {
  readonly cases: number;
  readonly minutes: number | null;
}): number | null {
  return typical.minutes === null || typical.cases < FEWEST_CASES ? null : Math.round(typical.minutes);
}

/** "November 2026" of '2026-11'. */
export function monthInWords(month: string): string {
  const of = Temporal.PlainYearMonth.from(month);
  return `${monthName(of)} ${of.year}`;
}

/** The part of a client's name that strangers may read (docs/product/musician-page.md#ratings). */
export function clientName(name: string): string {
  return firstName(name, 'A client');
}

const counted = (n: number, unit: string): string => `${n} ${unit}${n === 1 ? '' : 's'}`;

/** A typical time, roughly: "about 2 hours", "about 3 days"; null for minutes that nobody would count. */
function roughly(minutes: number): string | null {
  if (minutes < 20) return null;
  if (minutes < 50) return `about ${Math.round(minutes / 10) * 10} minutes`;
  if (minutes < 36 * 60) return `about ${counted(Math.max(1, Math.round(minutes / 60)), 'hour')}`;
  return `about ${counted(Math.round(minutes / 1440), 'day')}`;
}

/** What is said of how soon a musician answers and delivers; empty while there are too few cases. */
export function typicalTexts(times: {
  readonly answer_minutes: number | null;
  readonly delivery_minutes: number | null;
}): string[] {
  const texts: string[] = [];
  if (times.answer_minutes !== null) {
    const time = roughly(times.answer_minutes);
    texts.push(time === null ? 'Usually answers within minutes' : `Usually answers in ${time}`);
  }
  if (times.delivery_minutes !== null) {
    const time = roughly(times.delivery_minutes);
    texts.push(`Usually delivers ${time ?? 'within minutes'} after the session`);
  }
  return texts;
}

/** The free times of a day as they are shown: "Today", the first of them, and how many more there are. */
export interface FreeDay {
  readonly day: string;
  readonly times: readonly Temporal.Instant[];
  readonly more: number;
}

/** The first free days in a zone (docs/product/musician-page.md#next-free-times). */
export function freeDays(times: readonly string[], zone: string, now: Temporal.Instant): FreeDay[] {
  const instants = times.map((time) => Temporal.Instant.from(time));
  const byDay = Map.groupBy(instants, (at) => dayOf(at, zone).toString());
  return [...byDay].slice(0, FREE_DAYS_SHOWN).flatMap(([day, all]) => {
    const [first] = all;
    if (first === undefined) return [];
    const distance = dayOf(now, zone).until(Temporal.PlainDate.from(day)).days;
    const name = distance === 0 ? 'Today' : distance === 1 ? 'Tomorrow' : formatDay(first, zone);
    const shown = all.slice(0, FREE_TIMES_OF_DAY);
    return [{ day: name, times: shown, more: all.length - shown.length }];
  });
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
