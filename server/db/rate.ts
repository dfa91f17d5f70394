import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Db } from '../db/transaction.ts';
import { Refused } from './errors.ts';

/** An address without a port, which some proxies write behind it: each connection would count for itself. */
const withoutPort = (text: string): string =>
  /^(?:\[([\da-f:.]+)\]|(\d+(?:\.\d+){3})):\d+$/i.exec(text)?.slice(1).find(Boolean) ?? text;

/** A caller's address as a rate key: IPv4 whole, IPv6 by its /64, a mapped IPv4 as itself (security 3). */
export function addressKey(text: string): string {
  const address = withoutPort(text);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}

interface Counted {
  readonly hits: number;
  readonly window_ends: Temporal.Instant;
}

async function count(db: Db, now: Temporal.Instant, key: string, seconds: number): Promise<Counted> {
  const ends = now.add({ seconds });
  const { rows } = await sql<Counted>`
    insert into rate_counters as c (key, hits, window_ends) values (${key}, 1, ${ends})
    on conflict (key) do update set
      hits = case when c.window_ends <= ${now} then 1 else c.hits + 1 end,
      window_ends = case when c.window_ends <= ${now} then excluded.window_ends else c.window_ends end
    returning hits, window_ends`.execute(db);
  return rows[0] ?? { hits: 1, window_ends: ends };
}

/**
 * Counts one call under `key` and refuses it (429 with Retry-After) when more than `most` came within `seconds`.
 * Counters live in the database, so every process counts together; call it before the expensive work.
 */
export async function limit(
  db: Db,
  now: Temporal.Instant,
  key: string,
  most: number,
  seconds: number,
): Promise<void> {
  const { hits, window_ends } = await count(db, now, key, seconds);
  if (hits <= most) return;
  const wait = window_ends.since(now).total('seconds');
  throw new Refused('too_many_requests', { retryAfter: Math.max(1, Math.ceil(wait)) });
}

/** Counts one under `key` and answers whether it is among the first `most` within `seconds`: for what is left undone in silence. */
export async function isWithin(
  db: Db,
  now: Temporal.Instant,
  key: string,
  most: number,
  seconds: number,
): Promise<boolean> {
  return (await count(db, now, key, seconds)).hits <= most;
}
