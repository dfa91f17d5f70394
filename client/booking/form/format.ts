import { monthName, shortDate, weekdayName } from '#shared/lib/day-names.ts';
import { dayOf, formatDay, formatTime, zoneLabel } from '#shared/lib/time.ts';
import type { SlotState } from '../time/pick.ts';

/** "Tuesday 24 November". */
export function longDay(day: Temporal.PlainDate): string {
  return `${weekdayName(day)} ${day.day} ${monthName(day)}`;
}

/** "Tue", "24 Nov": a lane's two lines. */
export function shortDay(day: Temporal.PlainDate): { readonly weekday: string; readonly date: string } {
  const weekday = weekdayName(day).slice(0, 3);
  return { weekday, date: shortDate(day) };
}

/** "21 to 27 November", "28 November to 4 December". */
export function daysTitle(days: readonly Temporal.PlainDate[]): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return '';
  const start = first.month === last.month ? `${first.day}` : `${first.day} ${monthName(first)}`;
  return `${start} to ${last.day} ${monthName(last)}`;
}

/** Whether the clock shows this time twice that day in the zone. */
function isTwice(instant: Temporal.Instant, zone: string): boolean {
  const local = instant.toZonedDateTimeISO(zone).toPlainDateTime();
  const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
    local.toZonedDateTime(zone, { disambiguation }),
  );
  return !!earlier && !!later && !earlier.toInstant().equals(later.toInstant());
}

/** HH:mm, with the UTC offset where a clock change repeats it: "01:30 (UTC+1)". */
export function clockOf(instant: Temporal.Instant, zone: string): string {
  const time = formatTime(instant, zone);
  return isTwice(instant, zone) ? `${time} (${offsetOf(zone, instant)})` : time;
}

function offsetOf(zone: string, at: Temporal.Instant): string {
  return zoneLabel(zone, at).replace(/^.*\((.*)\)$/, '$1');
}

/** A zone's city: "New York". */
export function cityOf(zone: string, at: Temporal.Instant): string {
  return zoneLabel(zone, at).replace(/ \(.*\)$/, '');
}

/**
 * "Your time, Lisbon (UTC+0). The musician is in New York." A clock change within the shown days is added: "(UTC+1,
 * from Sun 25 Oct 26 UTC+0)".
 */
export function zoneSentence(
  zone: string,
  musicianZone: string,
  from: Temporal.Instant,
  to: Temporal.Instant,
): string {
  const before = from.toZonedDateTimeISO(zone);
  const change = before.getTimeZoneTransition('next')?.toInstant();
  const changes = change && Temporal.Instant.compare(change, to) < 0 ? change : null;
  const then = changes ? `, from ${formatDay(changes, zone)} ${offsetOf(zone, changes)}` : '';
  const zoneLabel = `${cityOf(zone, from)} (${offsetOf(zone, from)}${then})`;
  if (zone === musicianZone) return `You are both in ${zoneLabel}.`;
  return `Your time, ${zoneLabel}. The musician is in ${cityOf(musicianZone, from)}.`;
}

interface Span {
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
}

/** "14:00–15:30". */
export function hoursOf({ starts_at, ends_at }: Span, zone: string): string {
  return `${clockOf(starts_at, zone)}–${clockOf(ends_at, zone)}`;
}

/** "Tue 24 Nov 26, 14:00–15:30". */
export function spanText(span: Span, zone: string): string {
  return `${formatDay(span.starts_at, zone)}, ${hoursOf(span, zone)}`;
}

/** "10:30–11:00 has just been taken by somebody else. Please choose another time." */
export function takenText(taken: readonly Span[], isSomeLeft: boolean, zone: string): string {
  const times = taken.map((span) => hoursOf(span, zone)).join(', ');
  const next = isSomeLeft ? 'The rest of your choice is still free.' : 'Please choose another time.';
  return `${times} ${taken.length === 1 ? 'has' : 'have'} just been taken by somebody else. ${next}`;
}

/** "09:00–10:30 in New York", with the date where it differs there. */
export function musicianHours(span: Span, zone: string, musicianZone: string): string {
  const same = dayOf(span.starts_at, zone).equals(dayOf(span.starts_at, musicianZone));
  const text = same ? hoursOf(span, musicianZone) : spanText(span, musicianZone);
  return `${text} in ${cityOf(musicianZone, span.starts_at)}`;
}

/** A slot's state in a few words. */
export function stateLabel(state: SlotState, open_from: Temporal.Instant | null, zone: string): string {
  if (state === 'restricted') {
    return open_from === null
      ? 'members first'
      : `members first until ${formatDay(open_from, zone)}, ${formatTime(open_from, zone)}`;
  }
  return STATE_LABELS[state];
}

const STATE_LABELS: Readonly<Record<Exclude<SlotState, 'restricted'>, string>> = {
  free: 'free',
  apart: 'free, not next to your choice',
  chosen: 'chosen',
  held: 'held for you',
  present: 'your present time',
  booked: 'taken',
  past: 'passed',
  closed: 'not possible with your choice',
};

/** Accessible name of a time: "Tuesday 24 November, 14:00 to 14:30". */
export function timeName({ starts_at, ends_at }: Span, zone: string): string {
  return `${longDay(dayOf(starts_at, zone))}, ${clockOf(starts_at, zone)} to ${clockOf(ends_at, zone)}`;
}

/** Accessible name of a slot: "Tuesday 24 November, 14:00 to 14:30, free". */
export function clipName(
  slot: Span & { readonly open_from: Temporal.Instant | null },
  state: SlotState,
  zone: string,
): string {
  return `${timeName(slot, zone)}, ${stateLabel(state, slot.open_from, zone)}`;
}

/** "1 credit", "3 credits". */
export function creditsText(n: number): string {
  return `${n} ${n === 1 ? 'credit' : 'credits'}`;
}

/** "90 min". */
export function minutesText(minutes: number): string {
  return `${minutes} min`;
}
