import { asApplied } from '../engine/discounts.ts';
import { exemptOf, total, type LineInput } from '../engine/lines.ts';
import { findPrice } from '../engine/prices.ts';
import { taxRates } from '../engine/subscription-items.ts';
import { invalid } from '../http/errors.ts';
import { newId } from '../store/ids.ts';
import type { Kinds } from '../store/kinds.ts';
import { idOf } from '../store/reference.ts';
import type { Work } from '../store/work.ts';
import type Stripe from 'stripe';
import type { SessionInput } from './checkout-input.ts';

interface Redeemed {
  readonly coupon: Kinds['coupon'];
}

/** What a checkout sells, priced with discounts and tax. A trial's items cost nothing now. */
export async function checkoutItems(
  work: Work,
  at: number,
  input: SessionInput,
  discounts: readonly Redeemed[],
  inTrial: boolean,
  defaultRates: readonly string[],
  customer: Kinds['customer'] | null,
): Promise<Stripe.LineItem[]> {
  const lines: LineInput[] = [];
  const sold: { price: Kinds['price']; quantity: number; rates: Kinds['tax_rate'][] }[] = [];
  for (const [nr, item] of (input.line_items ?? []).entries()) {
    const param = `line_items[${nr}]`;
    const price = await findPrice(work, item, at, param);
    if (!price.active && item.price !== undefined)
      throw invalid('The price specified is inactive.', `${param}[price]`);
    if (input.mode === 'payment' && price.recurring !== null) {
      throw invalid(
        'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
        `${param}[price]`,
      );
    }
    const product = (await work.find('product', idOf(price.product)))?.name ?? '';
    const ids = item.tax_rates ?? (input.mode === 'subscription' ? defaultRates : []);
    const rates = await taxRates(work, ids, `${param}[tax_rates]`);
    const quantity = item.quantity ?? 1;
    sold.push({ price, quantity, rates });
    lines.push({
      amount: inTrial && price.recurring !== null ? 0 : (price.unit_amount ?? 0) * quantity,
      description: product,
      price,
      quantity,
      period: { start: at, end: at },
      taxRates: rates,
      discountable: true,
      proration: false,
      subscription: null,
      item: null,
      invoiceItem: null,
      metadata: {},
    });
  }
  if (input.mode === 'subscription' && !sold.some(({ price }) => price.recurring !== null))
    throw invalid(
      'You must provide at least one recurring price in `subscription` mode when using prices.',
      'line_items',
    );
  const currency = sold[0]?.price.currency ?? 'usd';
  if (sold.some(({ price }) => price.currency !== currency))
    throw invalid('All line items must have the same currency.', 'line_items');
  const sums = total(
    lines,
    discounts.map(({ coupon }) => asApplied(work, newId('di'), coupon)),
    currency,
    null,
    exemptOf(customer),
  );
  return sums.lines.map((line, nr) => toItem(line, sold[nr], currency));
}

function toItem(
  line: Stripe.InvoiceLineItem,
  sold: { price: Kinds['price']; quantity: number; rates: Kinds['tax_rate'][] } | undefined,
  currency: string,
): Stripe.LineItem {
  const off = (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  const tax = (line.taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: off,
    amount_subtotal: line.amount,
    amount_tax: tax,
    amount_total: line.amount - off + tax,
    currency,
    description: line.description,
    metadata: {},
    price: sold === undefined ? null : structuredClone(sold.price),
    quantity: line.quantity,
    taxes: (sold?.rates ?? []).map((rate, nr) => ({
      amount: line.taxes?.[nr]?.amount ?? 0,
      rate,
      taxability_reason: line.taxes?.[nr]?.taxability_reason ?? 'not_available',
      taxable_amount: line.taxes?.[nr]?.taxable_amount ?? null,
    })),
  };
}

export interface CheckoutTotals {
  readonly subtotal: number;
  readonly discount: number;
  readonly tax: number;
  readonly total: number;
}

export function totalsOf(items: readonly Stripe.LineItem[]): CheckoutTotals {
  const sum = (key: 'amount_subtotal' | 'amount_discount' | 'amount_tax' | 'amount_total'): number =>
    items.reduce((all, item) => all + item[key], 0);
  return {
    subtotal: sum('amount_subtotal'),
    discount: sum('amount_discount'),
    tax: sum('amount_tax'),
    total: sum('amount_total'),
  };
}
