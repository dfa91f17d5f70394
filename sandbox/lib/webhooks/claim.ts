import type { Pool } from 'pg';
import { DELIVERY, readSetting, type DeliverySettings } from './delivery-settings.ts';

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

/** A provider's events and how it signs them. */
export interface Deliverer {
  readonly pool: Pool;
  readonly schema: string;
  /** Milliseconds of the wall clock. */
  readonly now: () => number;
  /** The headers of a try. */
  readonly sign: (delivery: Delivery, body: string) => Readonly<Record<string, string>>;
}

/** Which deliveries to take. */
export interface Scope {
  /** Also what waits for another try or for its delay. */
  readonly all?: boolean;
  readonly customer?: string | undefined;
}

const ORDERS: Readonly<Record<DeliverySettings['order'], string>> = {
  first: 'd.due, d.seq',
  last: 'd.seq desc',
  random: 'random()',
};

/** Takes due deliveries of each endpoint that is not busy, so that nobody else makes them at the same time. */
export async function claim(
  { pool, now, schema }: Deliverer,
  { all = false, customer }: Scope,
  busy: readonly string[],
): Promise<Delivery[]> {
  const { order } = (await readSetting<DeliverySettings>({ client: pool, schema }, 'delivery')) ?? DELIVERY;
  const { rows } = await pool.query<Delivery>(
    `with due as (
       select d.seq, row_number() over (partition by d.endpoint order by ${ORDERS[order]}) as nr
       from ${schema}.deliveries d
       where d.state = 'pending' and (d.due <= $2 or ($1 and not d.taken))
         and ($4::text is null or d.customer = $4) and d.endpoint <> all ($5)
     ), taken as (
       select d.seq, due.nr from ${schema}.deliveries d join due using (seq)
       where d.state = 'pending' and (d.due <= $2 or not d.taken) and due.nr <= ${BATCH}
       for update of d skip locked
     ), moved as (
       update ${schema}.deliveries d set due = $3, taken = true, attempts = d.attempts + 1 from taken
       where d.seq = taken.seq returning d.*, taken.nr
     )
     select m.seq, m.endpoint, m.attempts, w.data ->> 'url' as url, w.hidden ->> 'secret' as secret, e.data as event
     from moved m
     join ${schema}.objects w on w.id = m.endpoint
     join ${schema}.objects e on e.id = m.event
     order by m.nr`,
    [all, now(), now() + LEASE_MS, customer ?? null, busy],
  );
  return rows;
}

/** Frees what a process that was killed had taken; to be called when the sandbox starts. */
export async function freeTaken({ pool, now, schema }: Omit<Deliverer, 'sign'>): Promise<void> {
  await pool.query(
    `update ${schema}.deliveries set taken = false, due = $1 where taken and state = 'pending'`,
    [now()],
  );
}

/** Deliveries of a customer's events, or of all, that are not through yet. */
export async function outstanding(
  { pool, schema }: Pick<Deliverer, 'pool' | 'schema'>,
  customer?: string,
): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    `select count(*) from ${schema}.deliveries where state = 'pending' and ($1::text is null or customer = $1)`,
    [customer ?? null],
  );
  return Number(rows[0]?.count ?? 0);
}
