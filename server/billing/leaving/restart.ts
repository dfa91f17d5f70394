import type { Stripe } from 'stripe';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { lockPerson } from '../../accounts/steps.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { transaction } from '../../db/transaction.ts';
import { settle } from '../buying/settle.ts';
import { openChange } from '../changing/queries-changing.ts';
import { endOpenChange } from '../changing/run-change.ts';
import { releaseIdle } from '../changing/schedule.ts';
import { askStripe, type StripeAt } from '../stripe/ask-stripe.ts';
import { objectOf } from '../stripe/fetch-customer.ts';
import { payRestart, type PeriodKey } from './pay-restart.ts';
import * as queries from './queries-leaving.ts';
import { previewRestart, restartable, type Blocked, type Restartable } from './restartable.ts';
import type { Standing } from './standing.ts';

interface Restarted {
  readonly status: 'subscriber';
  /** What the bank has to confirm first. */
  readonly client_secret?: string;
}
type Output = Promise<Result<Restarted, Blocked | 'price_changed' | 'card_declined'>>;

/** A paid renewal today; without the payment nothing changes (docs/product/leaving.md#restarting-the-cycle). */
export async function restart(
  ctx: SignedInCtx,
  at: StripeAt,
  standing: Standing,
  expectedCents: number | null,
): Output {
  const found = await besideNoChange(ctx, at, standing);
  if (!found.ok) return found;
  const { subscription, period_start, isNew } = found.value;
  if (isNew) return finishBroken(ctx, at, subscription);
  if (expectedCents !== null && subscription.pending_update === null) {
    const preview = await previewRestart(ctx, at, subscription.id);
    if (!preview.ok) return preview;
    if (preview.value.total !== expectedCents) return fail('price_changed');
  }
  const released = await askStripe(ctx, () => releaseIdle(at.stripe, subscription));
  if (!released.ok) return released;
  const { mode } = at;
  const key = { provider: 'stripe', mode, subscription_id: subscription.id, period_start } as const;
  const paid = await payRestart(ctx, at, subscription, { key, expectedCents });
  if (!paid.ok) return paid;
  const { is, secret } = paid.value;
  if (is === 'paid') return finish(ctx, at, key);
  return ok({ status: 'subscriber', ...(secret === null ? {} : { client_secret: secret }) });
}

/** A change of plan that still waits for the bank is given up first: both would be paid. */
async function besideNoChange(
  ctx: SignedInCtx,
  at: StripeAt,
  standing: Standing,
): Promise<Result<Restartable, Blocked>> {
  const found = await restartable(ctx, at, standing);
  const change = found.ok ? await openChange(ctx.db, ctx.actor.id) : undefined;
  if (change === undefined) return found;
  const ended = await endOpenChange(ctx, at, change);
  if (ended.ok) return restartable(ctx, at, standing);
  return fail(ended.reason === 'provider_unavailable' ? ended.reason : 'change_pending');
}

/** A period that began a moment ago: by a restart whose answer was lost, else it cannot begin anew. */
async function finishBroken(
  ctx: SignedInCtx,
  at: StripeAt,
  { id, latest_invoice }: Stripe.Subscription,
): Output {
  const subscription = { provider: 'stripe', mode: at.mode, subscription_id: id } as const;
  const period_start = await queries.unfinishedRestart(ctx.db, subscription);
  const invoice = objectOf(latest_invoice);
  // The invoice of another plan has the credit for the former one.
  const isRestarted =
    invoice?.billing_reason === 'subscription_update' &&
    invoice.lines.data.every(({ metadata }) => metadata['unspent'] === undefined);
  if (period_start === null || !isRestarted) return fail('just_begun');
  return finish(ctx, at, { ...subscription, period_start });
}

async function finish(ctx: SignedInCtx, at: StripeAt, key: PeriodKey): Output {
  const done = await transaction(ctx, async (tx) => {
    await lockPerson(tx, ctx.actor.id);
    await queries.finishRestart(tx, key, ctx.now);
    return ok({ status: 'subscriber' } as const);
  });
  ctx.log.info({ person_id: ctx.actor.id }, 'billing cycle restarted');
  await settle(ctx, at);
  return done;
}
