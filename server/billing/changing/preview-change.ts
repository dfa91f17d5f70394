import type { Stripe } from 'stripe';
import type { Breakdown } from '#shared/billing/contract-buying.ts';
import type { previewChange as endpoint } from '#shared/billing/contract-changing.ts';
import { bankMaxOf } from '#shared/billing/rules.ts';
import { rolloverNotice } from '#shared/billing/rules-change.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { toPercent } from '#shared/lib/money.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { balance } from '../../credits/service.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { placeOf } from '../buying/place.ts';
import { askStripe, stripeAt, type StripeAt } from '../stripe/ask-stripe.ts';
import { instantOf, taxOf } from '../stripe/to-subscription.ts';
import { vatRate } from '../vat.ts';
import { changeTo, creditOf, type Change } from './change-facts.ts';
import { downgradeParams, previewParams } from './change-request.ts';

type Answer = ResponseOf<typeof endpoint>;
type Output = Promise<Result<Answer, ProblemOf<typeof endpoint>>>;

/** What changing to a plan costs, by the provider's own preview (docs/product/plan-changes.md#changing-plans). */
export async function previewChange(
  ctx: SignedInCtx,
  { query: { priceId } }: InputOf<typeof endpoint>,
): Output {
  const at = stripeAt(ctx);
  if (at === null) return fail('payments_not_configured');
  const change = await changeTo(ctx, at, priceId);
  if (!change.ok) return change;
  const { live, price, kind } = change.value;
  const bank = (await balance(ctx.db, ctx.actor.id, ctx.now)).credits_bank;
  const common = {
    kind,
    provider: 'stripe' as const,
    moves: false,
    from: termsOf(live),
    to: termsOf(price),
    notice: rolloverNotice(kind, live, price),
    credits: { lost: 0, granted: price.credits, bank, bank_max: bankMaxOf(ruled(price)) },
  };
  if (kind === 'downgrade') return previewDowngrade(ctx, at, change.value, common);
  const credit = await creditOf(ctx, at, change.value);
  if (!credit.ok) return credit;
  const billed = await billedAs(ctx, at, change.value, previewParams(change.value, credit.value));
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

type Common = Pick<Answer, 'kind' | 'provider' | 'moves' | 'from' | 'to' | 'notice' | 'credits'>;

/** The first invoice of the smaller plan, at the period's end; nothing is due before. */
async function previewDowngrade(ctx: SignedInCtx, at: StripeAt, change: Change, common: Common): Output {
  const billed = await billedAs(ctx, at, change, downgradeParams(change));
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

export type Billed = Pick<Answer, 'breakdown' | 'due_today_cents' | 'balance_cents' | 'renews_at'>;

/** What the provider would bill for a change. */
export async function billedAs(
  ctx: SignedInCtx,
  { stripe }: StripeAt,
  change: Change,
  params: Stripe.InvoiceCreatePreviewParams,
): Promise<Result<Billed, 'provider_unavailable'>> {
  const asked = await askStripe(ctx, () => stripe.invoices.createPreview(params));
  if (!asked.ok) return asked;
  const invoice = asked.value;
  const place = await placeOf(ctx, {});
  const { basis_points, reverse_charge } = place.ok
    ? await vatRate(ctx, place.value)
    : { basis_points: 0, reverse_charge: false };
  const vat_cents = taxOf(invoice);
  const period = invoice.lines.data.find(({ parent }) => parent?.subscription_item_details != null);
  return ok({
    breakdown: {
      currency: 'usd',
      lines: linesOf(invoice, change),
      net_cents: invoice.total - vat_cents,
      vat_percent: toPercent(basis_points),
      vat_cents,
      total_cents: invoice.total,
      reverse_charge,
    },
    due_today_cents: invoice.amount_due,
    // Below 0 is the customer's.
    balance_cents: Math.max(0, invoice.amount_due - invoice.total - invoice.starting_balance),
    renews_at: instantOf(period?.period.end ?? invoice.created).toString(),
  });
}

function linesOf(invoice: Stripe.Invoice, { live, price }: Change): Breakdown['lines'] {
  const lines = invoice.lines.data.map(({ amount }) => ({
    label: amount < 0 ? `Credit for ${live.name}` : price.name,
    cents: amount,
  }));
  const discount = (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  return [
    ...lines.filter(({ cents }) => cents !== 0),
    ...(discount === 0 ? [] : [{ label: 'Discount', cents: -discount }]),
  ];
}
