import type { PoolClient } from 'pg';
import { addIntervals } from '../lib/money/periods.ts';
import type { CommandContext } from '../stripe/commands.ts';
import { refusal } from '../stripe/http/errors.ts';
import { paypalClock, stripeClock, type PersonClock } from './clocks.ts';
import { findPerson, type Providers } from './people.ts';

/** Where a person's clocks have come, and what became of the webhooks on the way. */
export interface Traveled {
  /** The customer of Stripe; the person where there is none. */
  readonly customer: string;
  readonly email: string | null;
  /** Seconds. */
  readonly from: number;
  readonly to: number;
  readonly delivered: number;
  readonly failed: number;
  readonly held: number;
}

export interface TravelContext extends Providers {
  /** Waits until clocks have arrived and the webhooks of a provider's customer are through. */
  readonly settled: (customer: string) => Promise<void>;
}

const UNITS: Readonly<Record<string, readonly [string, number]>> = {
  d: ['day', 1],
  w: ['week', 1],
  mo: ['month', 1],
  y: ['year', 1],
};

/**
 * Moves a person's clocks, Stripe's and PayPal's, by `15d`, `2w`, `1mo`, `1y`, to what happens `next`, or to an instant as
 * `@1800000000`, in steps so small that webhooks come in order, and waits until those on the way are through.
 */
export async function travel(at: TravelContext, name: string, by: string): Promise<Traveled> {
  const found = await findPerson(at, name);
  if (found === null) throw refusal(404, `The sandbox has no customer ${name}.`);
  const { customer, person, email } = found;
  const clocks: PersonClock[] = [];
  if (customer?.clock != null) clocks.push(stripeClock(at.stripe, customer.id, customer.clock));
  if (person !== null && at.paypal !== null) clocks.push(paypalClock(at.paypal, person));
  if (clocks.length === 0)
    throw refusal(409, `${name} has no test clock: time passes for it as for everybody.`);
  const settle = async (): Promise<void> => {
    for (const { owner } of clocks) await at.settled(owner);
  };
  await settle();
  const begun = await Promise.all(clocks.map((clock) => clock.lastDelivery()));
  const times = await Promise.all(clocks.map((clock) => clock.now()));
  const from = Math.max(...times);
  const target = await targetOf(clocks, by, from);
  for (let now = Math.min(...times); now < target;) {
    now = await nextStop(clocks, now, target);
    for (const clock of clocks) await clock.moveTo(now);
    await settle();
  }
  const counts = await Promise.all(clocks.map((clock, nr) => clock.outcome(begun[nr] ?? '0')));
  const sum = (state: 'delivered' | 'failed' | 'held'): number =>
    counts.reduce((all, one) => all + one[state], 0);
  return {
    customer: customer?.id ?? person ?? name,
    email,
    from,
    to: target,
    delivered: sum('delivered'),
    failed: sum('failed'),
    held: sum('held'),
  };
}

async function targetOf(clocks: readonly PersonClock[], by: string, from: number): Promise<number> {
  if (by === 'next') {
    const planned = await Promise.all(clocks.map((clock) => clock.next()));
    const next = Math.min(...planned.map((one) => one ?? Infinity));
    if (next === Infinity) throw refusal(409, 'Nothing is planned for this customer.');
    return Math.max(next, from + 1);
  }
  const [, instant] = /^@(\d{10})$/.exec(by) ?? [];
  if (instant !== undefined) return Number(instant);
  const [, count = '', unit = ''] = /^([1-9]\d{0,2})(d|w|mo|y)$/.exec(by) ?? [];
  const [interval, length] = UNITS[unit] ?? [];
  if (interval === undefined || length === undefined)
    throw refusal(400, `A time is like 15d, 2w, 1mo, 1y, or next; not ${by}.`);
  return addIntervals(from, { interval, interval_count: length }, Number(count));
}

/** The next stop on the way: what happens next at a provider, or how far it lets its clock go at once. */
async function nextStop(clocks: readonly PersonClock[], now: number, target: number): Promise<number> {
  const stops = await Promise.all(clocks.map((clock) => clock.stop(now)));
  return Math.min(target, ...stops.filter((one) => one > now));
}

/** The time of a person's test clock at Stripe, which is named with the person. */
export const stripeTimeOf =
  ({ schema }: CommandContext) =>
  async (client: PoolClient, person: string): Promise<number | null> => {
    const { rows } = await client.query<{ now: string }>(
      `select data ->> 'frozen_time' as now from ${schema}.objects
       where kind = 'test_helpers.test_clock' and not deleted and data ->> 'name' = $1 order by seq desc limit 1`,
      [person],
    );
    return rows[0] === undefined ? null : Number(rows[0].now);
  };
