import type {
  availability as availabilityEndpoint,
  nextSlots as nextSlotsEndpoint,
} from '#shared/calendar/contract.ts';
import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { dayOf, startOfDay, lastBookableDay } from '#shared/lib/time.ts';
import { shownMusician } from '../catalogue/service.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import * as queries from './queries.ts';

export { closeMonth } from './pay/close-months.ts';
export { listMonths } from './pay/list-months.ts';
export { markPaid, takeMarkBack } from './pay/mark-paid.ts';
export type { PaidMusician } from './pay/month-of.ts';
export { paymentHistory } from './pay/queries-payments.ts';
export { monthPdfOf } from './pay/read-month.ts';
export { firstOpenDay, ratesOf, setRate } from './pay/set-rate.ts';
export { changeSchedule, getSchedule, previewSchedule, undoSchedule } from './schedule/service.ts';
export { viewOf } from './schedule/view.ts';
export { PAY_INVARIANTS } from './queries-invariants.ts';
export {
  busyBetween,
  conflictCount,
  conflictsOf,
  type ConflictRow,
  type NamedBusy,
} from './outside/queries.ts';

/**
 * The end of a person's view of slots: of the day `days` days ahead in their zone, at most of the last bookable day
 * (docs/product/booking.md#two-months).
 */
export function lookAhead(now: Temporal.Instant, zone: string, days: number): Temporal.Instant {
  const requested = dayOf(now, zone).add({ days });
  const last = lastBookableDay(now, zone);
  const day = Temporal.PlainDate.compare(requested, last) < 0 ? requested : last;
  return startOfDay(day.add({ days: 1 }), zone);
}

/** Days with a musician's free slots, in the caller's zone, each with their number. */
export async function availability(
  ctx: SignedInCtx,
  { query }: InputOf<typeof availabilityEndpoint>,
): Promise<Result<ResponseOf<typeof availabilityEndpoint>, ProblemOf<typeof availabilityEndpoint>>> {
  const { db, now, actor } = ctx;
  const musician = await shownMusician(db, query.partner_id);
  if (musician === undefined) return fail('not_found');
  const until = lookAhead(now, actor.zone, query.days);
  const starts = await queries.freeStarts(db, { musicianId: musician.id, from: now, until, now });
  const byDay = Map.groupBy(starts, (start) => dayOf(start, actor.zone).toString());
  const days = [...byDay].map(([date, slots]) => ({ date, slots: slots.length }));
  return ok({ availability: days, total: days.length });
}

/** Each musician's next free slot, in the studio's order. */
export async function nextSlots(
  ctx: SignedInCtx,
  { query }: InputOf<typeof nextSlotsEndpoint>,
): Promise<Result<ResponseOf<typeof nextSlotsEndpoint>, never>> {
  const { db, now, actor } = ctx;
  const until = lookAhead(now, actor.zone, 90);
  const { slots, total } = await queries.nextFrees(db, { now, until, ...query });
  return ok({
    slots: slots.map((slot) => ({ ...slot, start_date: slot.start_date.toString() })),
    total,
  });
}
