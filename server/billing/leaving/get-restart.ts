import type { getRestart as endpoint } from '#shared/billing/contract-leaving.ts';
import { restartCredits } from '#shared/billing/rules-leaving.ts';
import type { ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { creditsBySource } from '../../credits/service.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { liveSubscription } from '../queries-area.ts';
import { stripeAt } from '../stripe/ask-stripe.ts';
import { instantOf, taxOf } from '../stripe/to-subscription.ts';
import { previewRestart, restartable } from './restartable.ts';
import { standingOf } from './standing.ts';

/** What beginning the cycle anew costs and loses, by the provider's own preview. */
export async function getRestart(
  ctx: SignedInCtx,
): Promise<Result<ResponseOf<typeof endpoint>, ProblemOf<typeof endpoint>>> {
  const at = stripeAt(ctx);
  if (at === null) return fail('payments_not_configured');
  const found = await restartable(ctx, at, await standingOf(ctx));
  if (!found.ok) return found;
  if (found.value.isNew) return fail('just_begun');
  const preview = await previewRestart(ctx, at, found.value.subscription.id);
  if (!preview.ok) return preview;
  const { total, amount_due, lines } = preview.value;
  const vat_cents = taxOf(preview.value);
  const plan = await liveSubscription(ctx.db, ctx.actor.id);
  if (plan === undefined) return fail('no_membership');
  const credits = await creditsBySource(ctx.db, ctx.actor.id, ctx.now);
  const unspent = credits.get('plan') ?? 0;
  const bank = credits.get('rollover') ?? 0;
  const terms = { credits: plan.credits, has_rollover: plan.has_rollover === true };
  return ok({
    net_cents: total - vat_cents,
    vat_cents,
    total_cents: total,
    due_cents: amount_due,
    next_at: instantOf(Math.max(...lines.data.map(({ period }) => period.end))).toString(),
    credits: { granted: plan.credits, unspent, ...restartCredits(terms, { unspent, bank }) },
  });
}
