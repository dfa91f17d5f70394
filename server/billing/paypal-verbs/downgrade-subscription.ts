import type { downgradePaypalSubscription as endpoint } from '#shared/billing/contract-paypal.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { replayAnswer, storeAnswer } from '../../db/transaction.ts';
import type { Exchange } from '../../http/bind.ts';
import { changeTo } from '../changing/change-facts.ts';
import type { LiveTerms } from '../changing/queries-changing.ts';
import { paypalAt, paypalReach } from '../paypal/ask-paypal.ts';
import { revise, type Unrevised } from './revise.ts';
import type { Page } from './run-approval.ts';

/** Changes to a smaller plan from the next cycle on, which the payer approves (docs/product/paypal.md#changing). */
export async function downgradePaypalSubscription(
  ctx: SignedInCtx,
  { body: { priceId } }: InputOf<typeof endpoint>,
  { request }: Exchange,
): Promise<Result<ResponseOf<typeof endpoint>, ProblemOf<typeof endpoint>>> {
  const at = paypalAt(ctx);
  if (at === null) return fail('payments_not_configured');
  await replayAnswer(ctx);
  const change = await changeTo(ctx, priceId, { from: 'paypal', to: 'paypal' });
  if (!change.ok) return change;
  const { live, kind } = change.value;
  if (kind !== 'downgrade') return fail('not_a_downgrade');
  const { referer } = request.headers;
  const page = await revise(ctx, at, { live, from: live.price_id, to: priceId, referer });
  return page.ok ? storeAnswer(ctx, page.value) : page;
}

/** Takes a planned downgrade at PayPal back: another change, to the running plan, which the payer approves, too. */
export async function keepPaypalPlan(
  ctx: SignedInCtx,
  live: LiveTerms,
  referer: string | undefined,
): Promise<Result<Page, Exclude<Unrevised, 'preview_over' | 'not_found'> | 'nothing_planned'>> {
  const at = paypalReach(ctx);
  if (at === null || live.mode !== at.mode || live.pending_price_id === null) return fail('nothing_planned');
  const page = await revise(ctx, at, { live, from: live.pending_price_id, to: live.price_id, referer });
  if (page.ok || page.reason === 'provider_unavailable' || page.reason === 'in_progress')
    return page as Result<Page, 'provider_unavailable' | 'in_progress'>;
  // The period has ended in between, or the plan is no longer sold.
  return fail('nothing_planned');
}
