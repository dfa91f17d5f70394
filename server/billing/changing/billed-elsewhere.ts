import type { Breakdown } from '#shared/billing/contract-buying.ts';
import { afterPeriod, unableReason } from '#shared/billing/rules-change.ts';
import { vatOf } from '#shared/billing/rules-vat.ts';
import { toPercent } from '#shared/lib/money.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { placeOf } from '../buying/place.ts';
import { askStripe, type StripeAt } from '../stripe/ask-stripe.ts';
import { findCustomer } from '../stripe/fetch-customer.ts';
import { customerOf } from '../stripe/queries-stripe.ts';
import { vatRate } from '../vat.ts';
import type { Billed } from './billed-as.ts';
import type { Credit } from './change-credit.ts';
import type { Change } from './change-facts.ts';

const linesOf = ({ live, price }: Change, { cents }: Pick<Credit, 'cents'>): Breakdown['lines'] => [
  { label: price.name, cents: price.unit_cents },
  ...(cents === 0 ? [] : [{ label: `Credit for ${live.name}`, cents: -cents }]),
];

interface Sums {
  readonly net_cents: number;
  readonly vat_cents: number;
  readonly basis_points: number;
  readonly reverse_charge: boolean;
}

const breakdownOf = (
  lines: Breakdown['lines'],
  { net_cents, vat_cents, basis_points, reverse_charge }: Sums,
): Breakdown => ({
  currency: 'usd',
  lines,
  net_cents,
  vat_percent: toPercent(basis_points),
  vat_cents,
  total_cents: net_cents + vat_cents,
  reverse_charge,
});

/**
 * What is paid at PayPal for a change at once: the new price without the credit, and its VAT. PayPal is told the amount
 * and computes none itself (docs/product/paypal.md#changing).
 */
export async function billedByPaypal(
  ctx: SignedInCtx,
  change: Change,
  credit: Credit,
): Promise<Result<Billed, 'needs_country' | 'credit_above_price'>> {
  const { live, price } = change;
  const reason = unableReason({
    lastPayment: live.last_payment_status,
    hasPendingChange: false,
    priceId: price.price_id,
    paypal: { credit_cents: credit.cents, price_cents: price.unit_cents },
  });
  if (reason === 'credit_above_price') return fail(reason);
  const place = await placeOf(ctx, {});
  if (!place.ok) return place;
  const rate = await vatRate(ctx, place.value);
  const net_cents = price.unit_cents - credit.cents;
  const vat_cents = vatOf(net_cents, rate.basis_points);
  return ok({
    breakdown: breakdownOf(linesOf(change, credit), { ...rate, net_cents, vat_cents }),
    due_today_cents: net_cents + vat_cents,
    balance_cents: 0,
    renews_at: afterPeriod(credit.at, price.is_annual).toString(),
  });
}

/** The first charge of the smaller plan at PayPal, at the period's end. */
export async function paypalDowngrade(
  ctx: SignedInCtx,
  { live, price }: Change,
): Promise<Result<Billed, 'needs_country'>> {
  const place = await placeOf(ctx, {});
  if (!place.ok) return place;
  const rate = await vatRate(ctx, place.value);
  const net_cents = price.unit_cents;
  const sums = { ...rate, net_cents, vat_cents: vatOf(net_cents, rate.basis_points) };
  return ok({
    breakdown: breakdownOf([{ label: price.name, cents: net_cents }], sums),
    due_today_cents: 0,
    balance_cents: 0,
    renews_at: afterPeriod(live.period_end, price.is_annual).toString(),
  });
}

/**
 * What a card pays for a membership that moves from PayPal: the first invoice of a new subscription, its VAT by line as
 * Stripe counts it, and what the customer has as balance there.
 */
export async function billedByCard(
  ctx: SignedInCtx,
  at: StripeAt,
  change: Change,
  credit: Credit,
): Promise<Result<Billed, 'needs_country' | 'provider_unavailable'>> {
  const place = await placeOf(ctx, {});
  if (!place.ok) return place;
  const rate = await vatRate(ctx, place.value);
  const lines = linesOf(change, credit);
  const net_cents = sum(lines.map(({ cents }) => cents));
  const vat_cents = sum(lines.map(({ cents }) => vatOf(cents, rate.basis_points)));
  const balance = await balanceOf(ctx, at);
  if (!balance.ok) return balance;
  const total = net_cents + vat_cents;
  const due = Math.max(0, total + balance.value);
  return ok({
    breakdown: breakdownOf(lines, { ...rate, net_cents, vat_cents }),
    due_today_cents: due,
    balance_cents: Math.max(0, due - total - balance.value),
    renews_at: afterPeriod(credit.at, change.price.is_annual).toString(),
  });
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);

/** What the person owes Stripe; below 0 it is theirs. */
async function balanceOf(
  ctx: SignedInCtx,
  { stripe, mode }: StripeAt,
): Promise<Result<number, 'provider_unavailable'>> {
  const id = await customerOf(ctx.db, mode, ctx.actor.id);
  if (id === undefined) return ok(0);
  const asked = await askStripe(ctx, () => findCustomer(stripe, id));
  if (!asked.ok) return asked;
  return ok(asked.value === null || asked.value.deleted === true ? 0 : asked.value.balance);
}
