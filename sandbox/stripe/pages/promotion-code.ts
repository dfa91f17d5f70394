import type Stripe from 'stripe';
import { invalid } from '../http/errors.ts';
import { newId } from '../store/ids.ts';
import { idOf } from '../store/reference.ts';
import type { Work } from '../store/work.ts';
import type { Session } from '../engine/checkout.ts';
import { asApplied, redeemable } from '../engine/discounts.ts';
import { exemptOf, total, type LineInput, type Totals } from '../engine/lines.ts';

/** The coupons that a checkout session is lowered by. */
export async function couponsOf(work: Work, session: Session): Promise<Stripe.Coupon[]> {
  const found: Stripe.Coupon[] = [];
  for (const { coupon, promotion_code: code } of session.discounts ?? []) {
    const id = idOf(code);
    const named =
      id === null ? idOf(coupon) : idOf((await work.find('promotion_code', id))?.promotion.coupon);
    const known = named === null ? null : ((await work.any(named))?.data as Stripe.Coupon | undefined);
    if (known) found.push(known);
  }
  return found;
}

/** What a session's recurring items come to once trial and first-time coupons are over; null: nothing recurs. */
export async function renewalOf(work: Work, session: Session): Promise<Totals | null> {
  const items = (work.hidden(session).items ?? []).filter(({ price }) => price?.recurring != null);
  const coupons = (await couponsOf(work, session)).filter(({ duration }) => duration !== 'once');
  if (items.length === 0) return null;
  return priced(
    work,
    session,
    items.map((item) => ({
      ...item,
      amount_subtotal: (item.price?.unit_amount ?? 0) * (item.quantity ?? 1),
    })),
    coupons,
  );
}

/** Lowers an open session by a promotion code that the customer typed; null takes it back. */
export async function applyCode(work: Work, session: Session, typed: string | null): Promise<void> {
  if (session.status !== 'open' || session.allow_promotion_codes !== true)
    throw invalid('This checkout session takes no promotion codes.', 'promotion_code');
  const coupons: Stripe.Coupon[] = [];
  let code: Stripe.PromotionCode | null = null;
  if (typed !== null) {
    const customer = idOf(session.customer);
    const found = await work.select('promotion_code', [
      { sql: "upper(data ->> 'code') = upper($)", values: [typed] },
    ]);
    const wanted = found.find(({ active }) => active) ?? found[0];
    if (wanted === undefined) throw invalid('This code is invalid.', 'promotion_code');
    const at = await work.timeOf(customer);
    const redeemed = await redeemable(work, { promotion_code: wanted.id }, customer, at, 'promotion_code');
    coupons.push(redeemed.coupon);
    code = wanted;
  }
  const items = work.hidden(session).items ?? [];
  const sums = await priced(work, session, items, coupons);
  for (const [nr, item] of items.entries()) {
    const line = sums.lines[nr];
    const off = (line?.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
    const tax = (line?.taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);
    item.amount_discount = off;
    item.amount_tax = tax;
    item.amount_total = item.amount_subtotal - off + tax;
    for (const [at, one] of (item.taxes ?? []).entries()) {
      one.amount = line?.taxes?.[at]?.amount ?? 0;
      one.taxable_amount = line?.taxes?.[at]?.taxable_amount ?? null;
    }
  }
  const sum = (key: 'amount_discount' | 'amount_tax' | 'amount_total'): number =>
    items.reduce((all, item) => all + item[key], 0);
  session.amount_total = sum('amount_total');
  session.total_details = {
    amount_discount: sum('amount_discount'),
    amount_shipping: 0,
    amount_tax: sum('amount_tax'),
  };
  session.discounts = code === null ? [] : [{ coupon: null, promotion_code: code.id }];
}

async function priced(
  work: Work,
  session: Session,
  items: readonly Stripe.LineItem[],
  coupons: readonly Stripe.Coupon[],
): Promise<Totals> {
  const lines = items.map((item): LineInput => ({
    amount: item.amount_subtotal,
    description: item.description ?? '',
    price: item.price,
    quantity: item.quantity ?? 1,
    period: { start: session.created, end: session.created },
    taxRates: (item.taxes ?? []).map(({ rate }) => rate),
    discountable: true,
    proration: false,
    subscription: null,
    item: null,
    invoiceItem: null,
    metadata: {},
  }));
  const customer = await work.find('customer', idOf(session.customer) ?? '');
  const applied = coupons.map((coupon) => asApplied(work, newId('di'), coupon));
  return total(lines, applied, session.currency ?? 'usd', null, exemptOf(customer));
}
