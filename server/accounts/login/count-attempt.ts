import { mailboxOf } from '#shared/accounts/rules-mailbox.ts';
import {
  checkAttempt,
  ATTEMPT_LIMITS,
  type AttemptKind,
  type AttemptLimit,
} from '#shared/accounts/rules-limits.ts';
import { ok } from '#shared/lib/result.ts';
import { transaction } from '../../db/transaction.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { Refused } from '../../lib/refused.ts';
import { hashToken } from '../../lib/ids.ts';
import { addressKey } from '../../db/rate.ts';
import { isBrowserOf } from './queries-browsers.ts';
import * as queries from './queries-attempts.ts';
import type { Caller } from '../service.ts';

/** The account an attempt is about, and its caller. */
interface Attempt {
  readonly email: string;
  readonly caller: Pick<Caller, 'address' | 'browser'>;
}

/**
 * Counts an attempt before the expensive work, or refuses it with 429; returns the counters for undoing it
 * (docs/product/security.md#login-attempts).
 */
export async function countAttempt(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  kind: AttemptKind,
  attempt: Attempt,
): Promise<readonly string[]> {
  const limits = await limitsFor({ db }, kind, attempt);
  await transaction({ db, now }, async (tx) => {
    for (const [key, limit] of limits) {
      const verdict = checkAttempt(limit, await queries.lockCounter(tx, key, now), now);
      if (!verdict.ok) {
        const wait = Math.ceil(verdict.until.since(now).total('seconds'));
        throw new Refused('too_many_requests', { retryAfter: Math.max(1, wait) });
      }
      await queries.putCounter(tx, key, verdict.counter);
    }
    return ok(null);
  });
  return limits.map(([key]) => key);
}

async function limitsFor(
  { db }: Pick<Ctx, 'db'>,
  kind: AttemptKind,
  { email, caller }: Attempt,
): Promise<(readonly [key: string, limit: AttemptLimit])[]> {
  const { browser, address, pair, account } = ATTEMPT_LIMITS[kind];
  const keyed = (name: string, limits: readonly AttemptLimit[]) =>
    limits.map((limit) => [`${kind}:${limit.seconds}:${name}`, limit] as const);
  const hash = caller.browser === null ? null : hashToken(caller.browser);
  if (hash !== null && (await isBrowserOf(db, email, hash)))
    return keyed(`browser:${hash.toString('base64url')}:${email}`, browser);
  const from = addressKey(caller.address);
  return [
    ...keyed(`address:${from}`, address),
    ...keyed(`pair:${from}:${email}`, pair),
    ...keyed(`account:${mailboxOf(email)}`, account),
  ];
}
