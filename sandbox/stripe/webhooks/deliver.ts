import type { Pool } from 'pg';
import { setting, type Settings } from '../store/settings.ts';
import { signature } from './sign.ts';

const TIMEOUT_MS = 10_000;
/** Waits between tries; after the last one the delivery has failed. */
const BACKOFF_MS: readonly number[] = [1, 5, 30, 300, 3600, 6 * 3600, 12 * 3600, 24 * 3600].map(
  (s) => s * 1000,
);
const BATCH = 20;

interface Delivery {
  readonly seq: string;
  readonly attempts: number;
  readonly url: string;
  readonly secret: string;
  readonly event: object;
}

export interface Deliverer {
  readonly pool: Pool;
  /** Milliseconds of the wall clock. */
  readonly now: () => number;
}

/**
 * Delivers what is due, one after another, and returns how many were tried. With `all`, what waits for another try or
 * for its delay is tried too. A delivery that a killed process had begun is made again.
 */
export async function deliverDue(
  at: Deliverer,
  { all = false, customer }: { all?: boolean; customer?: string } = {},
): Promise<number> {
  const { order } = await setting({ client: at.pool }, 'delivery');
  const batch = await claim(at, order, all, customer);
  for (const delivery of batch) await deliver(at, delivery);
  return batch.length;
}

/** Frees what a process that was killed had taken; to be called when the sandbox starts. */
export async function freeTaken({ pool, now }: Deliverer): Promise<void> {
  await pool.query(
    `update sandbox_stripe.deliveries set taken = false, due = $1 where taken and state = 'pending'`,
    [now()],
  );
}

const ORDERS: Readonly<Record<Settings['delivery']['order'], string>> = {
  first: 'd.due, d.seq',
  last: 'd.seq desc',
  random: 'random()',
};

/** Takes deliveries for longer than a try lasts, so that no other process makes them at the same time. */
async function claim(
  { pool, now }: Deliverer,
  order: Settings['delivery']['order'],
  all: boolean,
  customer: string | undefined,
): Promise<Delivery[]> {
  const { rows } = await pool.query<Delivery>(
    `with due as (
       select d.seq, row_number() over (order by ${ORDERS[order]}) as nr from sandbox_stripe.deliveries d
       where d.state = 'pending' and ($1 or d.due <= $2) and ($4::text is null or d.customer = $4)
     ), taken as (
       select d.seq, due.nr from sandbox_stripe.deliveries d join due using (seq)
       where d.state = 'pending' order by due.nr limit ${BATCH} for update of d skip locked
     ), moved as (
       update sandbox_stripe.deliveries d set due = $3, taken = true, attempts = d.attempts + 1 from taken
       where d.seq = taken.seq returning d.*, taken.nr
     )
     select m.seq, m.attempts, w.data ->> 'url' as url, w.hidden ->> 'secret' as secret, e.data as event
     from moved m
     join sandbox_stripe.objects w on w.id = m.endpoint
     join sandbox_stripe.objects e on e.id = m.event
     order by m.nr`,
    [all, now(), now() + BATCH * TIMEOUT_MS + TIMEOUT_MS, customer ?? null],
  );
  return rows;
}

async function deliver({ pool, now }: Deliverer, delivery: Delivery): Promise<void> {
  const body = JSON.stringify(delivery.event, null, 2);
  const status = await send(delivery, body, Math.floor(now() / 1000));
  const wait = BACKOFF_MS[delivery.attempts - 1];
  const state = status >= 200 && status < 300 ? 'delivered' : wait === undefined ? 'failed' : 'pending';
  await pool.query(
    'update sandbox_stripe.deliveries set state = $2, last_status = $3, due = $4, taken = false where seq = $1',
    [delivery.seq, state, status, now() + (wait ?? 0)],
  );
}

/** The answer's status; 0 when there was none. */
async function send({ url, secret }: Delivery, body: string, seconds: number): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature(secret, seconds, body),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 0;
  }
}
