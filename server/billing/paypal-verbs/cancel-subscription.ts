import { REPEAT_MINUTES } from '#shared/billing/rules-leaving.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { lockPerson } from '../../accounts/steps.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { transaction } from '../../db/transaction.ts';
import { paidThrough } from '../leaving/paid-through.ts';
import * as leaving from '../leaving/queries-leaving.ts';
import type { Standing } from '../leaving/standing.ts';
import { askPaypal, paypalReach, type PayPalAt } from '../paypal/ask-paypal.ts';
import { PayPalRefused } from '../paypal/client.ts';
import { find } from '../paypal/fetch-customer.ts';
import { instantOf, type Subscription } from '../paypal/objects.ts';

interface Reason {
  readonly reason: string;
  readonly comments: string;
}

interface Ended {
  readonly ends_at: Temporal.Instant;
  /** The first press of this cancellation. */
  readonly isNew: boolean;
}

type Live = NonNullable<Standing['live']>;

/**
 * Ends a subscription at PayPal, which does so at once: until when it is paid is kept here first, and the membership lasts
 * until then (docs/product/paypal.md#leaving). Safe to repeat.
 */
export async function endAtPaypal(
  ctx: SignedInCtx,
  live: Live,
  why: Reason,
): Promise<Result<Ended, 'no_membership' | 'not_here' | 'provider_unavailable'>> {
  const at = paypalReach(ctx);
  if (at === null || live.mode !== at.mode) return fail('not_here');
  const path = `/v1/billing/subscriptions/${live.subscription_id}`;
  const found = await askPaypal(ctx, () => find<Subscription>(at.paypal, path));
  if (!found.ok) return found;
  if (found.value === null) return fail('no_membership');
  const { status } = found.value;
  const runs = status === 'ACTIVE' || status === 'SUSPENDED';
  const ends_at = paidThrough(live, ctx.now, nextBilling(found.value));
  const isNew = await keep(ctx, at, { live, why, ends_at, runs });
  if (runs) {
    const ended = await askPaypal(ctx, () => cancel(at, path));
    if (!ended.ok) return ended;
  }
  return ok({ ends_at, isNew });
}

const nextBilling = ({ billing_info }: Subscription): Temporal.Instant | null =>
  billing_info?.next_billing_time === undefined ? null : instantOf(billing_info.next_billing_time);

interface Kept {
  readonly live: Live;
  readonly why: Reason;
  readonly ends_at: Temporal.Instant;
  readonly runs: boolean;
}

async function keep(
  ctx: SignedInCtx,
  { mode }: PayPalAt,
  { live, why, ends_at, runs }: Kept,
): Promise<boolean> {
  const { db, now, actor } = ctx;
  const subscription = { provider: 'paypal', mode, subscription_id: live.subscription_id } as const;
  const kept = await transaction({ db, now }, async (tx) => {
    await lockPerson(tx, actor.id);
    // What was kept long ago of one that still runs never reached PayPal, and its date is over.
    if (runs) await leaving.takeBack(tx, subscription, now, now.subtract({ minutes: REPEAT_MINUTES }));
    return ok(
      await leaving.insertCancellation(tx, { personId: actor.id, subscription, ...why, ends_at, now }),
    );
  });
  return kept.value;
}

/** Another press, or the payer in their account, may have ended it at this moment. */
async function cancel({ paypal }: PayPalAt, path: string): Promise<void> {
  await paypal
    .call({ method: 'POST', path: `${path}/cancel`, body: { reason: 'Cancelled by the member' } })
    .catch((error: unknown) => {
      if (error instanceof PayPalRefused && error.issues.includes('SUBSCRIPTION_STATUS_INVALID')) return;
      throw error;
    });
}
