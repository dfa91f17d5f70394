import { weekdayName } from '../lib/day-names.ts';
import type { NotedTimeOff, Schedule } from './rules-change.ts';
import { minutesOf, versionsFrom } from './rules-hours.ts';
import { slotKey, type Offer, type WeeklyHour } from './rules.ts';

interface Spanned {
  readonly from: number;
  readonly until: number;
}

const two = (number: number): string => String(number).padStart(2, '0');
const timeText = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

/** Stretches that touch or overlap as one, by time. */
function merged(spans: readonly Spanned[]): Spanned[] {
  const merging: { from: number; until: number }[] = [];
  for (const { from, until } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merging.at(-1);
    if (last !== undefined && from <= last.until) last.until = Math.max(last.until, until);
    else merging.push({ from, until });
  }
  return merging;
}

/** The times of hours of one weekday: '08:00 to 12:00, 14:00 to 15:00'. */
const timesText = (hours: readonly WeeklyHour[]): string =>
  merged(
    hours.map(({ from, unit_minutes }) => ({ from: minutesOf(from), until: minutesOf(from) + unit_minutes })),
  )
    .map(({ from, until }) => `${timeText(from)} to ${timeText(until)}`)
    .join(', ');

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

/** Weekly hours by weekday, slots that touch as one: `['Monday', '08:00 to 12:00, 14:00 to 15:00']`. */
export function hoursByDay(hours: readonly WeeklyHour[]): (readonly [day: string, times: string])[] {
  return WEEKDAYS.flatMap((weekday) => {
    const times = timesText(hours.filter((hour) => hour.weekday === weekday));
    return times === '' ? [] : [[weekdayName({ dayOfWeek: weekday }), times] as const];
  });
}

type TimeOffTimes = Omit<NotedTimeOff, 'id' | 'note'>;

/** Time off in words: "2026-12-24 to 2026-12-26", "2026-12-24, 14:00 to 18:00, every year". */
export function timeOffText({ from_day, to_day, from_time, to_time, every_year }: TimeOffTimes): string {
  const from = from_time === null ? from_day : `${from_day}, ${from_time}`;
  const until = [...(to_day === from_day ? [] : [to_day]), ...(to_time === null ? [] : [to_time])].join(', ');
  return `${until === '' ? from : `${from} to ${until}`}${every_year ? ', every year' : ''}`;
}

type Facts = Record<string, string | readonly string[]>;

/** What two schedules differ in, in words, in the musician's zone; notes of time off are left out. */
export function scheduleFacts(
  before: Schedule,
  after: Schedule,
  today: string,
): { readonly before: Facts; readonly after: Facts } {
  const days = startsOf(before, after, today);
  const side = (one: Schedule, other: Schedule): Facts => ({
    ...hourFacts(one, days),
    ...offFacts(one.timeOff, other.timeOff),
    ...offerFacts(one, other),
  });
  return { before: side(before, after), after: side(after, before) };
}

/** The days from which hours of either schedule are in force. */
const startsOf = (before: Schedule, after: Schedule, today: string): string[] => [
  ...new Set(
    [before, after].flatMap(({ weeklyHours }) =>
      versionsFrom(weeklyHours, today).map(({ valid_from }) => valid_from),
    ),
  ),
];

/** The hours in force on each of these days: `{ 'Monday from 2026-12-01': '08:00 to 12:00 (vocals)' }`. */
function hourFacts({ weeklyHours }: Schedule, days: readonly string[]): Facts {
  return Object.fromEntries(
    days.flatMap((day) => {
      const hours = versionsFrom(weeklyHours, day)[0]?.hours ?? [];
      return [...Map.groupBy(hours, ({ weekday }) => weekday)].map(([weekday, same]) => [
        `${weekdayName({ dayOfWeek: weekday })} from ${day}`,
        [...Map.groupBy(same, ({ category }) => category)].map(
          ([category, of]) => `${timesText(of)} (${category})`,
        ),
      ]);
    }),
  );
}

/** The time off of one schedule that the other does not have. */
function offFacts(one: readonly NotedTimeOff[], other: readonly NotedTimeOff[]): Facts {
  const known = new Map(other.map((off) => [off.id, off]));
  const isNew = (off: NotedTimeOff): boolean => {
    const same = known.get(off.id);
    return same === undefined || timeOffText(same) !== timeOffText(off) || same.note !== off.note;
  };
  const off = one
    .filter(isNew)
    .map((each) => `${timeOffText(each)}${each.note === '' ? '' : ', with a note'}`);
  return off.length === 0 ? {} : { time_off: off };
}

const keyOf = ({ starts_at, unit_minutes, category }: Offer): string =>
  slotKey({ starts_at, ends_at: starts_at.add({ minutes: unit_minutes }), category });

/** The offers of one schedule that the other does not have: '2026-12-01, 20:00 to 21:00 (vocals)'. */
function offerFacts({ offers, zone }: Schedule, other: Schedule): Facts {
  const known = new Set(other.offers.map(keyOf));
  const added = offers.filter((offer) => !known.has(keyOf(offer)));
  const local = added.map((offer) => {
    const at = offer.starts_at.toZonedDateTimeISO(zone);
    const from = at.hour * 60 + at.minute;
    const day = at.toPlainDate().toString();
    return { day, category: offer.category, from, until: from + offer.unit_minutes };
  });
  const texts = [...Map.groupBy(local, ({ day, category }) => `${day} ${category}`).values()].flatMap(
    (same) =>
      merged(same).map(
        ({ from, until }) =>
          `${same[0]?.day}, ${timeText(from)} to ${timeText(until)} (${same[0]?.category})`,
      ),
  );
  return texts.length === 0 ? {} : { offers: texts.toSorted() };
}
