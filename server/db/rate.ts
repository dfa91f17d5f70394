import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import { perPerson, type LimitName, type RateLimit } from '#shared/lib/limits.ts';
import type { Db } from './transaction.ts';
import { Refused } from '../lib/refused.ts';
import { fixed } from './fixed.ts';

/** Strips the port that some proxies add, or each connection would count alone. */
const withoutPort = (text: string): string =>
  /^(?:\[([\da-f:.]+)\]|(\d+(?:\.\d+){3})):\d+$/i.exec(text)?.slice(1).find(Boolean) ?? text;

/** A caller's address as a rate key: IPv4 whole, IPv6 by its /64 (docs/product/security.md#rate-limits). */
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

const hit = fixed(
  (_, { key, now, ends }: { key: string; now: Temporal.Instant; ends: Temporal.Instant }) => sql<Counted>`
    insert into rate_counters as c (key, hits, window_ends) values (${key}, 1, ${ends})
    on conflict (key) do update set
      hits = case when c.window_ends <= ${now} then 1 else c.hits + 1 end,
      window_ends = case when c.window_ends <= ${now} then excluded.window_ends else c.window_ends end
    returning hits, window_ends`,
);

async function count(db: Db, now: Temporal.Instant, key: string, seconds: number): Promise<Counted> {
  const ends = now.add({ seconds });
  return (await hit.first(db, { key, now, ends })) ?? { hits: 1, window_ends: ends };
}

/** Counts a call under `key`; throws 429 with Retry-After above `max` within `seconds`. Call it before expensive work. */
export async function limit(
  db: Db,
  now: Temporal.Instant,
  key: string,
  max: number,
  seconds: number,
  message?: string,
): Promise<void> {
  const { hits, window_ends } = await count(db, now, key, seconds);
  if (hits <= max) return;
  const wait = window_ends.since(now).total('seconds');
  throw new Refused('too_many_requests', { retryAfter: Math.max(1, Math.ceil(wait)), text: message });
}

/** Counts a person's call of a verb; above its limit (LIMITS) refuses it with the verb's text. */
export async function limitPerson(
  { db, now, actor }: { db: Db; now: Temporal.Instant; actor: { readonly id: string } },
  verb: LimitName,
): Promise<void> {
  const { counter, max, seconds, message } = perPerson(verb);
  await limit(db, now, `${counter}:account:${actor.id}`, max, seconds, message);
}

/** Counts a call under each of its limits; throws 429 with Retry-After above one. Limits per account need a login. */
export async function limitCall(
  { db, now, actor }: { db: Db; now: Temporal.Instant; actor: { readonly id: string } | null },
  limits: readonly RateLimit[],
  address: string,
): Promise<void> {
  for (const { counter, per, max, seconds, message } of limits) {
    const caller = per === 'address' ? addressKey(address) : actor?.id;
    if (caller === undefined) throw new Error(`${counter} is limited per account, and nobody is signed in`);
    await limit(db, now, `${counter}:${per}:${caller}`, max, seconds, message);
  }
}

/** Counts under `key`; whether it is among the first `max` within `seconds`. For work that is skipped silently. */
export async function isWithin(
  db: Db,
  now: Temporal.Instant,
  key: string,
  max: number,
  seconds: number,
): Promise<boolean> {
  return (await count(db, now, key, seconds)).hits <= max;
}
