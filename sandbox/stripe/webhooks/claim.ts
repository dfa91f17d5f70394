import type { Pool } from 'pg';
import { setting, type Settings } from '../store/settings.ts';

/** Deliveries of an endpoint that are taken at once, to be made one by one. */
const BATCH = 20;
/** After this a delivery that a process took and lost may be taken again. */
const LEASE_MS = 120_000;

export interface Delivery {
  readonly seq: string;
  readonly endpoint: string;
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

/** Which deliveries to take. */
export interface Scope {
  /** Also what waits for another try or for its delay. */
  readonly all?: boolean;
  readonly customer?: string | undefined;
}

const ORDERS: Readonly<Record<Settings['delivery']['order'], string>> = {
  first: 'd.due, d.seq',
  last: 'd.seq desc',
  random: 'random()',
};

/** Takes due deliveries of each endpoint that is not busy, so that nobody else makes them at the same time. */
export async function claim(
  { pool, now }: Deliverer,
  { all = false, customer }: Scope,
  busy: readonly string[],
): Promise<Delivery[]> {
  const { order } = await setting({ client: pool }, 'delivery');
  const { rows } = await pool.query<Delivery>(
    `with due as (
       select d.seq, row_number() over (partition by d.endpoint order by ${ORDERS[order]}) as nr
       from sandbox_stripe.deliveries d
       where d.state = 'pending' and (d.due <= $2 or ($1 and not d.taken))
         and ($4::text is null or d.customer = $4) and d.endpoint <> all ($5)
     ), taken as (
       select d.seq, due.nr from sandbox_stripe.deliveries d join due using (seq)
       where d.state = 'pending' and (d.due <= $2 or not d.taken) and due.nr <= ${BATCH}
       for update of d skip locked
     ), moved as (
       update sandbox_stripe.deliveries d set due = $3, taken = true, attempts = d.attempts + 1 from taken
       where d.seq = taken.seq returning d.*, taken.nr
     )
     select m.seq, m.endpoint, m.attempts, w.data ->> 'url' as url, w.hidden ->> 'secret' as secret, e.data as event
     from moved m
     join sandbox_stripe.objects w on w.id = m.endpoint
     join sandbox_stripe.objects e on e.id = m.event
     order by m.nr`,
    [all, now(), now() + LEASE_MS, customer ?? null, busy],
  );
  return rows;
}

/** Frees what a process that was killed had taken; to be called when the sandbox starts. */
export async function freeTaken({ pool, now }: Deliverer): Promise<void> {
  await pool.query(
    `update sandbox_stripe.deliveries set taken = false, due = $1 where taken and state = 'pending'`,
    [now()],
  );
}

/** Deliveries of a customer's events, or of all, that are not through yet. */
export async function outstanding({ pool }: Pick<Deliverer, 'pool'>, customer?: string): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    `select count(*) from sandbox_stripe.deliveries where state = 'pending' and ($1::text is null or customer = $1)`,
    [customer ?? null],
  );
  return Number(rows[0]?.count ?? 0);
}
