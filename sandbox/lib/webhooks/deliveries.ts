import { setTimeout as wait } from 'node:timers/promises';
import { createWorker } from '../worker.ts';
import { claim, outstanding, type Deliverer, type Delivery, type Scope } from './claim.ts';
import { deliver } from './deliver.ts';

/** A delivery that takes longer lets the next one to its endpoint begin. */
const SLOW_MS = 250;
const POLL_MS = 50;
/** Deliveries to one endpoint at the same time. */
const MOST = 8;

/** Delivers events, each endpoint by itself. Nothing else waits for it. */
export interface Deliveries {
  /** Looks for what is due. */
  readonly wake: () => void;
  /** Delivers all that waits, retries at once, until it is taken or given up; returns how many it had to try. */
  readonly flush: (customer?: string) => Promise<number>;
  /** Waits until nothing is on its way. */
  readonly idle: () => Promise<void>;
  /** Cuts off what is on its way. */
  readonly stop: () => void;
}

/** What is taken for an endpoint, and how many of it are on their way. */
interface Lane {
  readonly waiting: Delivery[];
  running: number;
  slow: number;
}

export function createDeliveries(at: Deliverer, onFault: (error: unknown) => void): Deliveries {
  const stopping = new AbortController();
  const lanes = new Map<string, Lane>();
  const running = new Set<Promise<void>>();

  const start = (lane: Lane, delivery: Delivery): void => {
    lane.running += 1;
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      lane.slow += 1;
      go(lane);
    }, SLOW_MS);
    const made = deliver(at, delivery, stopping.signal)
      .catch(onFault)
      .finally(() => {
        clearTimeout(timer);
        running.delete(made);
        lane.running -= 1;
        if (isSlow) lane.slow -= 1;
        go(lane);
      });
    running.add(made);
  };

  /** In order while the endpoint is quick; several at a time while it is slow. */
  const go = (lane: Lane): void => {
    while (lane.running === lane.slow && lane.running < MOST && !stopping.signal.aborted) {
      const next = lane.waiting.shift();
      if (next === undefined) {
        worker.wake();
        return;
      }
      start(lane, next);
    }
  };

  let last: Promise<unknown> = Promise.resolve();
  /** One after the other: two claims at once would share one endpoint's deliveries, and break their order. */
  const take = (scope: Scope): Promise<number> => {
    const taken = last.then(() => takeNow(scope));
    last = taken.catch(() => {});
    return taken;
  };

  const takeNow = async (scope: Scope): Promise<number> => {
    const busy = [...lanes].filter(([, lane]) => lane.waiting.length > 0 || lane.running > lane.slow);
    const taken = await claim(
      at,
      scope,
      busy.map(([endpoint]) => endpoint),
    );
    for (const delivery of taken) {
      const lane = lanes.get(delivery.endpoint) ?? { waiting: [], running: 0, slow: 0 };
      lanes.set(delivery.endpoint, lane);
      lane.waiting.push(delivery);
      go(lane);
    }
    return taken.length;
  };

  const worker = createWorker(async () => (await take({})) > 0, onFault);
  const idle = async (): Promise<void> => {
    for (;;) {
      await worker.idle();
      if (running.size === 0) return;
      await Promise.race(running);
    }
  };
  return {
    wake: worker.wake,
    idle,
    flush: async (customer) => {
      let tries = 0;
      while ((await outstanding(at, customer)) > 0 && !stopping.signal.aborted) {
        const taken = await take({ all: true, customer });
        tries += taken;
        // The rest is on another process's way.
        if (taken === 0 && running.size === 0) await wait(POLL_MS);
        await idle();
      }
      return tries;
    },
    stop: () => {
      worker.stop();
      stopping.abort();
    },
  };
}
