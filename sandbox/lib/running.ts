import { migrate } from './store/database.ts';
import { freeTaken, type Deliverer } from './webhooks/claim.ts';
import { createDeliveries } from './webhooks/deliveries.ts';
import { createWorker } from './worker.ts';

/** A provider whose clocks and webhooks run. */
export interface Running {
  /** Looks for what is due. */
  readonly wake: () => void;
  /** SQL of whether something is due at $1, in seconds, or to be delivered at $2, in milliseconds. */
  readonly isDue: string;
  /** Waits until all clocks have arrived and all that is due has been delivered; retries are made at once. */
  readonly settled: (customer?: string) => Promise<void>;
  /** Lets happen what is due by now, and waits until it is done. */
  readonly runDue: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface RunningOptions extends Deliverer {
  /** One step of all clocks; false when there was nothing to do. */
  readonly step: () => Promise<boolean>;
  /** SQL of whether a step has something to do at $1, in seconds. */
  readonly isDue: string;
  readonly onFault: (error: unknown) => void;
}

/** Prepares a provider's schema and takes up what a process before this one left. */
export async function prepare({ pool, schema, now }: Omit<Deliverer, 'sign'>): Promise<void> {
  await migrate(pool, schema);
  await freeTaken({ pool, schema, now });
  // Idempotency keys count for a day.
  await pool.query(`delete from ${schema}.idempotency_keys where created < $1`, [
    Math.floor(now() / 1000) - 86_400,
  ]);
}

export function run({ step, isDue, onFault, ...at }: RunningOptions): Running {
  const deliveries = createDeliveries(at, onFault);
  const clocks = createWorker(async () => {
    const moved = await step();
    if (moved) deliveries.wake();
    return moved;
  }, onFault);
  const wake = (): void => {
    clocks.wake();
    deliveries.wake();
  };
  return {
    wake,
    isDue: `${isDue} or exists (select from ${at.schema}.deliveries where state = 'pending' and due <= $2)`,
    settled: async (customer) => {
      do {
        wake();
        await clocks.idle();
      } while ((await deliveries.flush(customer)) > 0);
    },
    runDue: async () => {
      wake();
      await clocks.idle();
      await deliveries.idle();
    },
    stop: async () => {
      clocks.stop();
      deliveries.stop();
      await clocks.idle();
      await deliveries.idle();
    },
  };
}
