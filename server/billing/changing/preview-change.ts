import type { previewChange as endpoint } from '#shared/billing/contract-changing.ts';
import { bankMaxOf } from '#shared/billing/rules.ts';
import { rolloverNotice } from '#shared/billing/rules-change.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { balance } from '../../credits/service.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { paypalAt } from '../paypal/ask-paypal.ts';
import { stripeAt } from '../stripe/ask-stripe.ts';
import { billedAs, type Billed } from './billed-as.ts';
import { billedByCard, billedByPaypal, paypalDowngrade } from './billed-elsewhere.ts';
import { creditOf, type Credit } from './change-credit.ts';
import { changeTo, type Change } from './change-facts.ts';
import { downgradeParams, previewParams } from './change-request.ts';

type Answer = ResponseOf<typeof endpoint>;
type Output = Promise<Result<Answer, ProblemOf<typeof endpoint>>>;

/** What changing to a plan costs, by its provider's own preview (docs/product/plan-changes.md#changing-plans). */
export async function previewChange(
  ctx: SignedInCtx,
  { query: { priceId } }: InputOf<typeof endpoint>,
): Output {
  if (stripeAt(ctx) === null && paypalAt(ctx) === null) return fail('payments_not_configured');
  const change = await changeTo(ctx, priceId);
  if (!change.ok) return change;
  const { live, price, kind, provider, moves } = change.value;
  const bank = (await balance(ctx.db, ctx.actor.id, ctx.now)).credits_bank;
  const common = {
    kind,
    provider,
    moves,
    from: termsOf(live),
    to: termsOf(price),
    notice: rolloverNotice(kind, live, price),
    credits: { lost: 0, granted: price.credits, bank, bank_max: bankMaxOf(ruled(price)) },
  };
  if (kind === 'downgrade') return previewDowngrade(ctx, change.value, common);
  const credit = await creditOf(ctx, change.value);
  if (!credit.ok) return credit;
  const billed = await billedAtOnce(ctx, change.value, credit.value);
  if (!billed.ok) return billed;
  const { at: counted, unspent } = credit.value;
  return ok({
    ...common,
    ...billed.value,
    at: counted.toString(),
    begins_at: counted.toString(),
    credits: { ...common.credits, lost: unspent },
  });
}

type NotBilled = 'provider_unavailable' | 'payments_not_configured' | 'needs_country' | 'credit_above_price';

/** What the new price's provider bills at once. */
async function billedAtOnce(
  ctx: SignedInCtx,
  change: Change,
  credit: Credit,
): Promise<Result<Billed, NotBilled>> {
  if (change.provider === 'paypal') return billedByPaypal(ctx, change, credit);
  const at = stripeAt(ctx);
  if (at === null) return fail('payments_not_configured');
  return change.moves
    ? billedByCard(ctx, at, change, credit)
    : billedAs(ctx, at, change, previewParams(change, credit));
}

type Common = Pick<Answer, 'kind' | 'provider' | 'moves' | 'from' | 'to' | 'notice' | 'credits'>;

/** The first invoice of the smaller plan, at the period's end; nothing is due before. */
async function previewDowngrade(ctx: SignedInCtx, change: Change, common: Common): Output {
  const at = stripeAt(ctx);
  const billed =
    change.provider === 'paypal'
      ? await paypalDowngrade(ctx, change)
      : at === null
        ? fail('payments_not_configured')
        : await billedAs(ctx, at, change, downgradeParams(change));
  if (!billed.ok) return billed;
  return ok({
    ...common,
    ...billed.value,
    at: ctx.now.toString(),
    begins_at: change.live.period_end.toString(),
    due_today_cents: 0,
    balance_cents: 0,
  });
}

interface Terms {
  readonly name: string;
  readonly unit_cents: number;
  readonly credits: number;
  readonly is_annual: boolean | null;
  readonly has_rollover: boolean | null;
}

const ruled = ({ credits, has_rollover }: Terms) => ({ credits, has_rollover: has_rollover === true });

const termsOf = ({ name, unit_cents, credits, is_annual, has_rollover }: Terms) => ({
  name,
  price_cents: unit_cents,
  credits,
  is_annual: is_annual === true,
  has_rollover: has_rollover === true,
});
