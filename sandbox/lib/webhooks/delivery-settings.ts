import type { Pool, PoolClient } from 'pg';

/** How webhooks are delivered on demand. */
export interface DeliverySettings {
  /** New events wait until they are released. */
  readonly hold: boolean;
  /** Milliseconds before the first try. */
  readonly delay: number;
  /** How often each event is delivered. */
  readonly copies: number;
  readonly order: 'first' | 'last' | 'random';
}

export const DELIVERY: DeliverySettings = { hold: false, delay: 0, copies: 1, order: 'first' };

/** Where a provider's settings are: in a transaction, or by the pool. */
export interface Settled {
  readonly client: Pick<Pool | PoolClient, 'query'>;
  readonly schema: string;
}

/** A setting by its name; null where it was never set. */
export async function readSetting<T>({ client, schema }: Settled, name: string): Promise<T | null> {
  const { rows } = await (client as Pool).query<{ value: T }>(
    `select value from ${schema}.settings where name = $1`,
    [name],
  );
  return rows[0]?.value ?? null;
}

export async function writeSetting({ client, schema }: Settled, name: string, value: unknown): Promise<void> {
  await (client as Pool).query(
    `insert into ${schema}.settings (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [name, JSON.stringify(value)],
  );
}
