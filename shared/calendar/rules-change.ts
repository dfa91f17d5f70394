import { dayOf, startOfWeek } from '../lib/time.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import { hourName, isNeeded, overlapOf, replaceHours, type SlotKind } from './rules-hours.ts';
import {
  slotKey,
  slotsFor,
  type DatedHour,
  type Hours,
  type Offer,
  type SlotSpan,
  type WeeklyHour,
} from './rules.ts';
import type { StoredSlot } from './rules-plan.ts';
import type { TimeOff } from './rules-time-off.ts';
import { SCHEDULE } from './texts.ts';

/** A musician's time off with what they noted about it. */
export interface NotedTimeOff extends TimeOff {
  readonly id: string;
  readonly note: string;
}

/** All that a musician's slots are made from. */
export interface Schedule extends Hours {
  readonly timeOff: readonly NotedTimeOff[];
}

type OfferAt = Omit<Offer, 'starts_at'> & { readonly starts_at: string };

/** A change of a schedule, as a musician sends it. */
export type ScheduleChange =
  | { readonly kind: 'hours'; readonly valid_from: string; readonly hours: readonly WeeklyHour[] }
  | ({ readonly kind: 'time_off'; readonly id?: string | undefined; readonly note: string } & TimeOff)
  | { readonly kind: 'remove_time_off'; readonly id: string }
  | { readonly kind: 'offer'; readonly offers: readonly OfferAt[] }
  | { readonly kind: 'withdraw'; readonly slots: readonly string[] }
  | { readonly kind: 'copy_week'; readonly from_week: string; readonly to_week: string };

/** What a change is checked against. */
export interface ChangeContext {
  /** The slots from the beginning of the copied week on, or those to come. */
  readonly stored: readonly StoredSlot[];
  readonly kinds: readonly SlotKind[];
  readonly now: Temporal.Instant;
  /** For new time off. */
  readonly newId: string;
}

type Changed = Result<Schedule, 'bad_change' | 'not_found' | 'slot_taken' | 'nothing_changes'>;

const MAX_DAYS_OFF = 366;
const MAX_TIME_OFF = 200;
const DAYS_AHEAD = 366;
const MAX_COPY_AGE = 92;
const bad = (detail: string) => fail('bad_change', { detail });
const plainDay = (day: string) => Temporal.PlainDate.from(day);

/** The schedule after a change, or why it cannot be (docs/product/calendar.md#my-calendar). */
export function applyChange(schedule: Schedule, change: ScheduleChange, context: ChangeContext): Changed {
  switch (change.kind) {
    case 'hours':
      return changeHours(schedule, change, context);
    case 'time_off':
      return changeTimeOff(schedule, change, context);
    case 'remove_time_off':
      return schedule.timeOff.some(({ id }) => id === change.id)
        ? ok({ ...schedule, timeOff: schedule.timeOff.filter(({ id }) => id !== change.id) })
        : fail('not_found');
    case 'offer':
      return offer(schedule, change.offers, context);
    case 'withdraw':
      return withdraw(schedule, change.slots, context);
    case 'copy_week':
      return copyWeek(schedule, change, context);
  }
}

function isTooFar(day: string, today: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(plainDay(day), today.add({ days: DAYS_AHEAD })) > 0;
}

function changeHours(
  schedule: Schedule,
  { valid_from, hours }: Extract<ScheduleChange, { kind: 'hours' }>,
  { kinds, now }: ChangeContext,
): Changed {
  const today = dayOf(now, schedule.zone);
  if (valid_from < today.toString()) return bad(SCHEDULE.tooEarly);
  if (isTooFar(valid_from, today)) return bad(SCHEDULE.tooLate);
  if (hours.some((hour) => !isNeeded(hour, kinds))) return bad(SCHEDULE.unknownKind);
  const overlap = overlapOf(hours);
  if (overlap !== null) return bad(SCHEDULE.overlap(hourName(overlap[0]), hourName(overlap[1])));
  const weeklyHours = replaceHours(schedule.weeklyHours, { valid_from, hours });
  return isSame(weeklyHours, schedule.weeklyHours)
    ? fail('nothing_changes')
    : ok({ ...schedule, weeklyHours });
}

/** A weekly hour as one text. */
export function hourKey({
  weekday,
  from,
  unit_minutes,
  category,
  valid_from,
  valid_until,
}: DatedHour): string {
  return [weekday, from.slice(0, 5), unit_minutes, category, valid_from, valid_until].join(' ');
}

const isSame = (a: readonly DatedHour[], b: readonly DatedHour[]): boolean =>
  a.map(hourKey).toSorted().join() === b.map(hourKey).toSorted().join();

function changeTimeOff(
  schedule: Schedule,
  { kind: _kind, id, ...off }: Extract<ScheduleChange, { kind: 'time_off' }>,
  { now, newId }: ChangeContext,
): Changed {
  const today = dayOf(now, schedule.zone);
  if (off.to_day < off.from_day) return bad(SCHEDULE.daysReversed);
  if (off.from_time !== null && off.to_time !== null && off.to_time <= off.from_time)
    return bad(SCHEDULE.timesReversed);
  if (off.to_day < today.toString() && !off.every_year) return bad(SCHEDULE.tooEarly);
  if (plainDay(off.from_day).until(plainDay(off.to_day), { largestUnit: 'days' }).days >= MAX_DAYS_OFF)
    return bad(SCHEDULE.tooLong);
  if (isTooFar(off.from_day, today)) return bad(SCHEDULE.tooLate);
  if (id === undefined) {
    if (schedule.timeOff.length >= MAX_TIME_OFF) return bad(SCHEDULE.tooMany);
    return ok({ ...schedule, timeOff: [...schedule.timeOff, { ...off, id: newId }] });
  }
  if (!schedule.timeOff.some((one) => one.id === id)) return fail('not_found');
  return ok({ ...schedule, timeOff: schedule.timeOff.map((one) => (one.id === id ? { ...off, id } : one)) });
}

const spanOf = ({ starts_at, unit_minutes, category }: Offer): SlotSpan => ({
  starts_at,
  ends_at: starts_at.add({ minutes: unit_minutes }),
  category,
  slot_type: 'flexible',
  hidden: false,
});
const overlaps = (a: SlotSpan, b: SlotSpan): boolean =>
  a.category === b.category &&
  Temporal.Instant.compare(a.starts_at, b.ends_at) < 0 &&
  Temporal.Instant.compare(b.starts_at, a.ends_at) < 0;

/** The slots that exist or that hours give on the days of the offers, which new ones must not overlap. */
function otherSlots(schedule: Schedule, offers: readonly Offer[], stored: readonly SlotSpan[]): SlotSpan[] {
  const days = new Set(offers.map(({ starts_at }) => dayOf(starts_at, schedule.zone).toString()));
  const given = [...days].flatMap((day) =>
    slotsFor({ ...schedule, fromDate: plainDay(day).subtract({ days: 1 }), days: 3 }),
  );
  return [...stored, ...given];
}

function offer(schedule: Schedule, sent: readonly OfferAt[], { stored, kinds, now }: ChangeContext): Changed {
  const offers = sent.map((one) => ({ ...one, starts_at: Temporal.Instant.from(one.starts_at) }));
  const today = dayOf(now, schedule.zone);
  if (offers.some((one) => !isNeeded(one, kinds))) return bad(SCHEDULE.unknownKind);
  if (offers.some(({ starts_at }) => Temporal.Instant.compare(starts_at, now) <= 0))
    return bad(SCHEDULE.past);
  if (offers.some(({ starts_at }) => isTooFar(dayOf(starts_at, schedule.zone).toString(), today)))
    return bad(SCHEDULE.tooLate);
  const others = otherSlots(schedule, offers, stored);
  const known = new Set(others.map(slotKey));
  const added: Offer[] = [];
  for (const one of offers) {
    const slot = spanOf(one);
    if (known.has(slotKey(slot))) continue;
    if (others.some((other) => overlaps(slot, other))) return bad(SCHEDULE.offerOverlaps);
    known.add(slotKey(slot));
    others.push(slot);
    added.push(one);
  }
  return added.length === 0
    ? fail('nothing_changes')
    : ok({ ...schedule, offers: [...schedule.offers, ...added] });
}

function withdraw(schedule: Schedule, ids: readonly string[], { stored, now }: ChangeContext): Changed {
  const slots = ids.map((id) => stored.find((slot) => slot.id === id));
  const keys = new Set<string>();
  for (const slot of slots) {
    if (slot === undefined || Temporal.Instant.compare(slot.starts_at, now) <= 0) return fail('not_found');
    if (slot.slot_type === 'fixed') return bad(SCHEDULE.fixed);
    if (slot.claim !== 'none') return fail('slot_taken');
    keys.add(slotKey(slot));
  }
  return ok({ ...schedule, offers: schedule.offers.filter((one) => !keys.has(slotKey(spanOf(one)))) });
}

/** Whether a week, by its Monday, is not too long ago to be copied. */
export function isCopied(monday: Temporal.PlainDate, today: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(monday, today.subtract({ days: MAX_COPY_AGE })) >= 0;
}

function copyWeek(
  schedule: Schedule,
  { from_week, to_week }: Extract<ScheduleChange, { kind: 'copy_week' }>,
  { stored, now }: ChangeContext,
): Changed {
  const { zone } = schedule;
  const [from, to] = [from_week, to_week].map((day) => startOfWeek(plainDay(day)));
  if (from === undefined || to === undefined || from.equals(to)) return bad(SCHEDULE.sameWeek);
  const today = dayOf(now, zone);
  if (!isCopied(from, today)) return bad(SCHEDULE.tooOld);
  if (Temporal.PlainDate.compare(to.add({ weeks: 1 }), today) <= 0) return bad(SCHEDULE.tooEarly);
  if (isTooFar(to.toString(), today)) return bad(SCHEDULE.tooLate);
  const { days } = from.until(to, { largestUnit: 'days' });
  const copies = stored
    .filter((slot) => !slot.hidden && startOfWeek(dayOf(slot.starts_at, zone)).equals(from))
    .flatMap((slot): Offer[] => {
      const local = slot.starts_at.toZonedDateTimeISO(zone).toPlainDateTime().add({ days });
      const at = local.toZonedDateTime(zone, { disambiguation: 'earlier' });
      // A time that the clocks skip in the other week yields none.
      if (!at.toPlainDateTime().equals(local) || Temporal.Instant.compare(at.toInstant(), now) <= 0)
        return [];
      const unit_minutes = slot.starts_at.until(slot.ends_at).total('minutes');
      return [{ starts_at: at.toInstant(), unit_minutes, category: slot.category }];
    });
  const others = otherSlots(schedule, copies, stored);
  const added: Offer[] = [];
  for (const one of copies) {
    const slot = spanOf(one);
    if (others.some((other) => overlaps(slot, other))) continue;
    others.push(slot);
    added.push(one);
  }
  return added.length === 0
    ? fail('nothing_changes')
    : ok({ ...schedule, offers: [...schedule.offers, ...added] });
}
