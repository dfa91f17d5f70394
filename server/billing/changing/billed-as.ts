import type { Stripe } from 'stripe';
import type { Breakdown } from '#shared/billing/contract-buying.ts';
import type { previewChange as endpoint } from '#shared/billing/contract-changing.ts';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import { toPercent } from '#shared/lib/money.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { placeOf } from '../buying/place.ts';
import { askStripe, type StripeAt } from '../stripe/ask-stripe.ts';
import { instantOf, taxOf } from '../stripe/to-subscription.ts';
import { vatRate } from '../vat.ts';
import type { Change } from './change-facts.ts';

export type Billed = Pick<
  ResponseOf<typeof endpoint>,
  'breakdown' | 'due_today_cents' | 'balance_cents' | 'renews_at'
>;

/** What Stripe would bill for a change of its own subscription. */
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
