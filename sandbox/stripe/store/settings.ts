import type { Pool } from 'pg';

/** What an account sets in Stripe's dashboard, and how webhooks are delivered on demand. */
export interface Settings {
  dunning: {
    /** Days between the tries of a failed renewal; one more try than entries. */
    readonly days: readonly number[];
    /** What becomes of the subscription after the last try. */
    readonly end: 'cancel' | 'unpaid' | 'past_due';
  };
  delivery: {
    /** New events wait until they are released. */
    readonly hold: boolean;
    /** Milliseconds before the first try. */
    readonly delay: number;
    /** How often each event is delivered. */
    readonly copies: number;
    readonly order: 'first' | 'last' | 'random';
  };
}

export const DEFAULTS: Settings = {
  dunning: { days: [3, 5], end: 'cancel' },
  delivery: { hold: false, delay: 0, copies: 1, order: 'first' },
};

/** Something to ask the database by: a transaction, or the pool. */
interface Queries {
  readonly client: Pick<Pool, 'query'>;
}

export async function setting<K extends keyof Settings>({ client }: Queries, name: K): Promise<Settings[K]> {
  const { rows } = await client.query<{ value: Settings[K] }>(
    'select value from sandbox_stripe.settings where name = $1',
    [name],
  );
  return rows[0]?.value ?? DEFAULTS[name];
}

export async function setSetting<K extends keyof Settings>(
  { client }: Queries,
  name: K,
  value: Settings[K],
): Promise<void> {
  await client.query(
    `insert into sandbox_stripe.settings (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [name, JSON.stringify(value)],
  );
}
