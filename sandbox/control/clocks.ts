import type { Pool } from 'pg';
import { readWork as readPayPal, withWork as withPayPal, type PayPalContext } from '../paypal/commands.ts';
import { nextDueOf, setClock } from '../paypal/engine/time.ts';
import { nextEventAt, withWork, type CommandContext } from '../stripe/commands.ts';
import { advanceClock, furthestFrom } from '../stripe/engine/time.ts';

interface Outcome {
  readonly delivered: number;
  readonly failed: number;
  readonly held: number;
}

/** One provider's clock of one person. */
export interface PersonClock {
  /** Whose deliveries they are. */
  readonly owner: string;
  readonly now: () => Promise<number>;
  /** When something happens next; null: nothing is planned. */
  readonly next: () => Promise<number | null>;
  /** Where it has to stop at the latest on its way from an instant. */
  readonly stop: (from: number) => Promise<number>;
  /** Moves it on; never back. */
  readonly moveTo: (to: number) => Promise<void>;
  readonly lastDelivery: () => Promise<string>;
  /** What became of its webhooks since a delivery. */
  readonly outcome: (since: string) => Promise<Outcome>;
}

const deliveriesOf = (
  { pool, schema }: { readonly pool: Pool; readonly schema: string },
  owner: string,
): Pick<PersonClock, 'owner' | 'lastDelivery' | 'outcome'> => ({
  owner,
  lastDelivery: async () => {
    const { rows } = await pool.query<{ last: string }>(
      `select coalesce(max(seq), 0) as last from ${schema}.deliveries`,
    );
    return rows[0]?.last ?? '0';
  },
  outcome: async (since) => {
    const { rows } = await pool.query<{ state: string; count: string }>(
      `select state, count(*) as count from ${schema}.deliveries where customer = $1 and seq > $2 group by state`,
      [owner, since],
    );
    const of = (state: string): number => Number(rows.find((row) => row.state === state)?.count ?? 0);
    return { delivered: of('delivered'), failed: of('failed'), held: of('held') };
  },
});

export const stripeClock = (at: CommandContext, customer: string, clock: string): PersonClock => ({
  ...deliveriesOf(at, customer),
  now: async () => (await withWork(at, (work) => work.get('test_helpers.test_clock', clock))).frozen_time,
  next: () => nextEventAt(at, customer),
  stop: () =>
    withWork(at, async (work) => furthestFrom(work, await work.get('test_helpers.test_clock', clock))),
  moveTo: (to) =>
    withWork(at, async (work) => {
      const own = await work.get('test_helpers.test_clock', clock);
      if (to > own.frozen_time) await advanceClock(work, own, to);
    }),
});

export const paypalClock = (at: PayPalContext, person: string): PersonClock => ({
  ...deliveriesOf(at, person),
  now: () => readPayPal(at, (work) => work.timeOf(person)),
  next: () => readPayPal(at, (work) => nextDueOf(work, person)),
  stop: async (from) => {
    const next = await readPayPal(at, (work) => nextDueOf(work, person));
    return next === null || next <= from ? Infinity : next;
  },
  moveTo: (to) => withPayPal(at, (work) => setClock(work, person, to)),
});
