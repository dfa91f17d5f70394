import { checkSelection, checkSessionLimits } from '#shared/booking/rules.ts';
import { checkHold } from '#shared/booking/rules-holding.ts';
import {
  daysOf,
  firstOffered,
  fittingRuns,
  freeRuns,
  isUnanswered,
  LOOK_AGAIN_MINUTES,
  offerUntil,
  type FreeSlot,
  type WaitingTimes,
} from '#shared/booking/rules-waiting.ts';
import { entitlements } from '../../billing/service.ts';
import {
  claimForOffer,
  firstEnd,
  freeClaims,
  freeSlots,
  hasLine,
  refreshNextFree,
} from '../../calendar/steps.ts';
import { serviceForBooking, type CatalogueService } from '../../catalogue/service.ts';
import { keepOffered } from '../../catalogue/steps.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import type { Tx } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { slotOffered } from '../events.ts';
import * as bookings from '../queries.ts';
import { holdingInput } from '../steps.ts';
import * as line from './queries-line.ts';
import * as queries from './queries.ts';

/** A musician's line. */
interface Line {
  readonly musicianId: string;
  /** `booking_priority_end` in minutes, read before the transaction. */
  readonly priorityEnd: number;
  /** Who is about to book, and which slots: where it is their turn, these are not offered to others. */
  readonly booking?: { readonly personId: string; readonly slotIds: readonly string[] };
}

type Settling = Pick<Ctx, 'events' | 'now'>;

/**
 * Ends the offers that are over and offers every free time to the first in line whom it fits
 * (docs/product/waiting-list.md#whose-turn-it-is). The caller holds the musician's lock.
 */
export async function settleLine(tx: Tx, ctx: Settling, of: Line): Promise<void> {
  const { musicianId } = of;
  const { now } = ctx;
  if (!(await hasLine(tx, musicianId))) return;
  await endOffers(tx, musicianId, now);
  await endUnanswered(tx, musicianId, now);
  await offerFree(tx, ctx, of);
  const again = now.add({ minutes: LOOK_AGAIN_MINUTES });
  const ends = await firstEnd(tx, musicianId, now);
  await line.setDue(
    tx,
    musicianId,
    ends !== null && Temporal.Instant.compare(ends, again) < 0 ? ends : again,
  );
}

async function endOffers(tx: Tx, musicianId: string, now: Temporal.Instant): Promise<void> {
  for (const { id: offerId, expires_at, lost } of await line.openOffers(tx, musicianId)) {
    const isOver = Temporal.Instant.compare(expires_at, now) <= 0;
    if (!isOver && !lost) continue;
    await queries.endOffer(tx, offerId, isOver ? 'expired' : 'withdrawn', now);
    await freeClaims(tx, { offerId, musicianId, now });
  }
}

async function endUnanswered(tx: Tx, musicianId: string, now: Temporal.Instant): Promise<void> {
  for (const { id, endings } of await line.endingsOf(tx, musicianId))
    if (isUnanswered(endings)) await queries.endWait(tx, id, 'unanswered', now);
}

const overlaps = (one: FreeSlot, from: number, to: number): boolean =>
  one.starts_at.epochMilliseconds < to && from < one.ends_at.epochMilliseconds;

/** The span of slots in a row, in epoch milliseconds. */
function spanOf(run: readonly FreeSlot[]): [number, number] {
  return [run[0]?.starts_at.epochMilliseconds ?? 0, run.at(-1)?.ends_at.epochMilliseconds ?? 0];
}

const timesOf = ({ days, from, to, zone }: line.Waiter): WaitingTimes => ({
  days: daysOf(days),
  from,
  to,
  zone,
});

async function offerFree(tx: Tx, ctx: Settling, { musicianId, priorityEnd, booking }: Line): Promise<void> {
  const { now } = ctx;
  const waiting = await line.waiters(tx, { musicianId, except: booking?.personId ?? null, now });
  if (waiting.length === 0) return;
  let free: FreeSlot[] = await freeSlots(tx, { musicianId, from: firstOffered(now), now });
  const services = new Map<string, CatalogueService | undefined>();
  /** The bookings of each service that the free times allow. */
  const runsOf = new Map<string, FreeSlot[][]>();
  const take = (isTaken: (slot: FreeSlot) => boolean): void => {
    free = free.filter((slot) => !isTaken(slot));
    runsOf.clear();
  };
  for (const waiter of waiting) {
    if (free.length === 0) return;
    const { service_id: serviceId } = waiter;
    if (!services.has(serviceId))
      services.set(serviceId, await serviceForBooking(tx, { musicianId, serviceId }));
    const service = services.get(serviceId);
    if (service === undefined) continue;
    const runs = runsOf.get(serviceId) ?? freeRuns(free, service);
    runsOf.set(serviceId, runs);
    const fitting = newRuns(waiter, fittingRuns(runs, timesOf(waiter)));
    if (waiter.person_id === booking?.personId) {
      const wanted = fitting.flat().filter(({ id }) => booking.slotIds.includes(id));
      take((slot) => wanted.some((one) => overlaps(slot, ...spanOf([one]))));
      continue;
    }
    const run = await firstAllowed(tx, fitting, { waiter, service, musicianId, priorityEnd, now });
    if (run === undefined) continue;
    // Read before without a lock: an operator may have stopped it since.
    if (!(await keepOffered(tx, serviceId))) {
      services.set(serviceId, undefined);
      continue;
    }
    await offer(tx, ctx, { waitId: waiter.id, musicianId, run });
    take((slot) => overlaps(slot, ...spanOf(run)));
  }
}

/** The bookings that somebody was not offered before. */
function newRuns(
  { offered_from, offered_to }: line.Waiter,
  runs: readonly (readonly FreeSlot[])[],
): (readonly FreeSlot[])[] {
  const wasOffered = (slot: FreeSlot): boolean =>
    offered_from.some((from, n) => overlaps(slot, from, offered_to[n] ?? from));
  return runs.filter((run) => !run.some(wasOffered));
}

/** The first of the bookings that the rules let a person make now (docs/product/waiting-list.md#who-is-passed-over). */
async function firstAllowed(
  tx: Tx,
  runs: readonly (readonly FreeSlot[])[],
  of: {
    readonly waiter: Pick<line.Waiter, 'person_id' | 'person_zone'>;
    readonly service: CatalogueService;
    readonly musicianId: string;
    readonly priorityEnd: number;
    readonly now: Temporal.Instant;
  },
): Promise<readonly FreeSlot[] | undefined> {
  if (runs.length === 0) return undefined;
  const { waiter, musicianId, now } = of;
  const actor = { id: waiter.person_id, zone: waiter.person_zone };
  const buyer = await entitlements(tx, actor.id, now);
  const { upcoming } = await bookings.countBooked(tx, actor.id, now);
  if (!checkSessionLimits(upcoming, buyer.concurrency).ok) return undefined;
  for (const run of runs) {
    const checked = checkSelection({
      slots: run.map(({ id, starts_at, ends_at, category }) => ({
        id,
        starts_at,
        duration: starts_at.until(ends_at).total('minutes'),
        service_category: category,
        status: 'available',
      })),
      service: of.service,
      buyer,
      has_limitations: buyer.has_limitations,
      booking_priority_end: of.priorityEnd,
      zone: actor.zone,
      now,
    });
    if (!checked.ok) continue;
    const { starts_at, ends_at, cost } = checked.value;
    const input = await holdingInput(
      tx,
      { actor, now },
      { musician_id: musicianId, starts_at, ends_at, cost },
    );
    if (checkHold(input).ok) return run;
  }
  return undefined;
}

async function offer(
  tx: Tx,
  { events, now }: Settling,
  { waitId, musicianId, run }: { waitId: string; musicianId: string; run: readonly FreeSlot[] },
): Promise<void> {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return;
  const [id, expiresAt] = [newId(), offerUntil(now)];
  const { starts_at } = first;
  const times = { starts_at, ends_at: last.ends_at, offered_at: now, expires_at: expiresAt };
  await line.insertOffer(tx, { id, waiting_id: waitId, ...times });
  const slotIds = run.map((slot) => slot.id);
  await claimForOffer(tx, { offerId: id, musicianId, slotIds, heldUntil: expiresAt, now });
  await refreshNextFree(tx, musicianId, now);
  await events.emit(tx, slotOffered, { offer_id: id });
}

/** A free time that fits a person's days and hours and that they may book now; undefined without one. */
export async function findFree(
  tx: Tx,
  {
    person,
    times,
    ...of
  }: {
    readonly person: { readonly id: string; readonly zone: string };
    readonly times: WaitingTimes;
    readonly service: CatalogueService;
    readonly musicianId: string;
    readonly priorityEnd: number;
    readonly now: Temporal.Instant;
  },
): Promise<FreeSlot | undefined> {
  const { musicianId, now } = of;
  const free = await freeSlots(tx, { musicianId, from: firstOffered(now), now });
  const fitting = fittingRuns(freeRuns(free, of.service), times);
  const waiter = { person_id: person.id, person_zone: person.zone };
  return (await firstAllowed(tx, fitting, { ...of, waiter }))?.[0];
}
