import { actionRefusal } from '#shared/billing/rules-leaving.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { lockPerson } from '../../accounts/steps.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { transaction } from '../../db/transaction.ts';
import { settle } from '../buying/settle.ts';
import { askStripe, type StripeAt } from '../stripe/ask-stripe.ts';
import { isRunning } from './end-at-provider.ts';
import * as queries from './queries-leaving.ts';
import type { Standing } from './standing.ts';

type Refusal = 'not_ending' | 'not_resumable' | 'not_here' | 'no_membership' | 'provider_unavailable';

/** A membership that is ending goes on as it was; nothing is charged (docs/product/leaving.md#resuming). */
export async function resume(
  ctx: SignedInCtx,
  at: StripeAt,
  { facts, live }: Standing,
): Promise<Result<{ readonly status: 'subscriber' | 'trial' }, Refusal>> {
  const refusal = actionRefusal('resume', facts, ctx.flags);
  if (refusal !== null) return fail(refusal === 'not_resumable' ? refusal : 'not_ending');
  if (live === undefined || live.mode !== at.mode) return fail('not_here');
  const { mode, stripe } = at;
  const { subscription_id } = live;
  const found = await askStripe(ctx, () => stripe.subscriptions.retrieve(subscription_id));
  if (!found.ok) return found;
  if (!isRunning(found.value)) {
    await settle(ctx, at);
    return fail('no_membership');
  }
  const resumed = await askStripe(ctx, () =>
    stripe.subscriptions.update(subscription_id, { cancel_at_period_end: false, cancel_at: '' }),
  );
  if (!resumed.ok) return resumed;
  const status = resumed.value.status === 'trialing' ? 'trial' : 'subscriber';
  const done = await transaction(ctx, async (tx) => {
    await lockPerson(tx, ctx.actor.id);
    await queries.takeBack(tx, { provider: 'stripe', mode, subscription_id }, ctx.now);
    return ok({ status } as const);
  });
  ctx.log.info({ person_id: ctx.actor.id }, 'membership resumed');
  await settle(ctx, at);
  return done;
}
