import type { CommandContext } from '../commands.ts';
import { findCustomer, nextEventAt, withWork } from '../commands.ts';
import { advanceClock, furthestFrom } from '../engine/time.ts';
import { ApiError } from '../http/errors.ts';
import { addIntervals } from '../money/periods.ts';
import type { Kinds } from '../store/kinds.ts';
import { idOf } from '../store/reference.ts';
import type { Work } from '../store/work.ts';

/** Where a customer's clock has come, and what became of the webhooks on the way. */
export interface Traveled {
  readonly customer: string;
  readonly email: string | null;
  /** Seconds. */
  readonly from: number;
  readonly to: number;
  readonly delivered: number;
  readonly failed: number;
  readonly held: number;
}

export interface TravelContext extends CommandContext {
  /** Waits until clocks have arrived and the customer's webhooks are through. */
  readonly settled: (customer: string) => Promise<void>;
}

const UNITS: Readonly<Record<string, readonly [string, number]>> = {
  d: ['day', 1],
  w: ['week', 1],
  mo: ['month', 1],
  y: ['year', 1],
};

export const refusal = (status: number, message: string): ApiError =>
  new ApiError(status, { type: 'invalid_request_error', message });

/**
 * Moves a customer's test clock by `15d`, `2w`, `1mo`, `1y`, or to what happens `next`, in steps that one advance
 * allows, and waits until the webhooks on the way are through.
 */
export async function travel(at: TravelContext, name: string, by: string): Promise<Traveled> {
  const { id, email, test_clock: reference } = await customerOf(at, name);
  const clock = idOf(reference);
  if (clock === null) throw refusal(409, `${name} has no test clock: time passes for it as for everybody.`);
  await at.settled(id);
  const begun = await lastDelivery(at);
  const from = (await withWork(at, (work) => work.get('test_helpers.test_clock', clock))).frozen_time;
  const target = await targetOf(at, id, by, from);
  for (let now = from; now < target;) {
    now = await withWork(at, (work) => step(work, clock, target));
    await at.settled(id);
  }
  return { customer: id, email, from, to: target, ...(await outcome(at, id, begun)) };
}

async function customerOf(at: CommandContext, name: string): Promise<Kinds['customer']> {
  const customer = await withWork(at, (work) => findCustomer(work, name));
  if (customer === null) throw refusal(404, `The sandbox has no customer ${name}.`);
  return customer;
}

async function targetOf(at: CommandContext, customer: string, by: string, from: number): Promise<number> {
  if (by === 'next') {
    const next = await nextEventAt(at, customer);
    if (next === null) throw refusal(409, 'Nothing is planned for this customer.');
    return Math.max(next, from + 1);
  }
  const [, count = '', unit = ''] = /^([1-9]\d{0,2})(d|w|mo|y)$/.exec(by) ?? [];
  const [interval, length] = UNITS[unit] ?? [];
  if (interval === undefined || length === undefined)
    throw refusal(400, `A time is like 15d, 2w, 1mo, 1y, or next; not ${by}.`);
  return addIntervals(from, { interval, interval_count: length }, Number(count));
}

async function step(work: Work, id: string, target: number): Promise<number> {
  const clock = await work.get('test_helpers.test_clock', id);
  const to = Math.min(target, await furthestFrom(work, clock));
  await advanceClock(work, clock, to);
  return to;
}

async function lastDelivery({ pool }: CommandContext): Promise<string> {
  const { rows } = await pool.query<{ last: string }>(
    'select coalesce(max(seq), 0) as last from sandbox_stripe.deliveries',
  );
  return rows[0]?.last ?? '0';
}

async function outcome(
  { pool }: CommandContext,
  customer: string,
  since: string,
): Promise<Pick<Traveled, 'delivered' | 'failed' | 'held'>> {
  const { rows } = await pool.query<{ state: string; count: string }>(
    `select state, count(*) as count from sandbox_stripe.deliveries where customer = $1 and seq > $2 group by state`,
    [customer, since],
  );
  const of = (state: string): number => Number(rows.find((row) => row.state === state)?.count ?? 0);
  return { delivered: of('delivered'), failed: of('failed'), held: of('held') };
}
