import type { MembershipFacts } from '#shared/billing/rules-leaving.ts';
import { statusAt } from '#shared/billing/rules.ts';
import { PROVIDERS } from '#shared/billing/rules-provider.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import type { Db } from '../../db/transaction.ts';
import { liveSubscription } from '../buying/queries-buying.ts';
import { membershipOf } from '../queries.ts';
import { SIGNED_UP } from '../service.ts';

/** A person's membership as far as leaving it and coming back depend on it. */
export interface Standing {
  readonly facts: MembershipFacts;
  readonly live: Awaited<ReturnType<typeof liveSubscription>>;
  /** Until when a membership lasts that no provider keeps; null: unknown, or a provider keeps it. */
  readonly paidThrough: Temporal.Instant | null;
}

/** The caller's membership now. */
export async function standingOf(
  { db: pool, actor, now }: Pick<SignedInCtx, 'db' | 'actor' | 'now'>,
  db: Db = pool,
): Promise<Standing> {
  const row = (await membershipOf(db, actor.id)) ?? SIGNED_UP;
  const live = await liveSubscription(db, actor.id);
  const status = statusAt(row, now);
  const date = status === 'trial' && live === undefined ? row.trial_ends_at : row.next_billing_at;
  return {
    facts: {
      status,
      legacy: row.legacy,
      provider: PROVIDERS.find((name) => name === live?.provider) ?? null,
      hasDate: date !== null,
      lastPayment: row.last_payment_status,
      isChanging: (live?.pending_price_id ?? null) !== null,
    },
    live,
    paidThrough: live === undefined ? date : null,
  };
}
