import type { Deliverer, Delivery } from './claim.ts';

const TIMEOUT_MS = 10_000;
/** Waits between tries; after the last one the delivery has failed. */
const BACKOFF_MS: readonly number[] = [1, 5, 30, 300, 3600, 6 * 3600, 12 * 3600, 24 * 3600].map(
  (s) => s * 1000,
);

/** Makes a delivery once and records what came of it. One that `stop` cuts off is made again by the next start. */
export async function deliver(
  { pool, now, schema, sign }: Deliverer,
  delivery: Delivery,
  stop: AbortSignal,
): Promise<void> {
  const body = JSON.stringify(delivery.event, null, 2);
  const status = await send(delivery.url, body, sign(delivery, body), stop);
  if (stop.aborted) return;
  const wait = BACKOFF_MS[delivery.attempts - 1];
  const state = status >= 200 && status < 300 ? 'delivered' : wait === undefined ? 'failed' : 'pending';
  await pool.query(
    `update ${schema}.deliveries set state = $2, last_status = $3, due = $4, taken = false where seq = $1`,
    [delivery.seq, state, status, now() + (wait ?? 0)],
  );
}

/** The answer's status; 0 when there was none. */
async function send(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  stop: AbortSignal,
): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 0;
  }
}
