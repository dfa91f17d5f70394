import type Stripe from 'stripe';
import { idOf } from '../store/reference.ts';
import type { Work } from '../store/work.ts';
import { decimal, type LineInput } from './lines.ts';
import { findPrice, type PriceInput } from './prices.ts';
import { taxRates } from './subscription-items.ts';
import { periodOf } from './subscription-state.ts';

/** One more line of a subscription's next invoice; a negative amount is a credit. */
export interface ExtraItem extends PriceInput {
  readonly quantity?: number | undefined;
  readonly tax_rates?: readonly string[] | null | undefined;
  readonly discountable?: boolean | undefined;
  readonly metadata?: Record<string, string> | null | undefined;
}

export async function extraLines(
  work: Work,
  subscription: Stripe.Subscription,
  items: readonly ExtraItem[],
  at: number,
  param = 'add_invoice_items',
): Promise<LineInput[]> {
  const lines: LineInput[] = [];
  for (const [nr, item] of items.entries()) {
    const price = await findPrice(work, item, at, `${param}[${nr}]`);
    const own = await taxRates(work, item.tax_rates, `${param}[${nr}][tax_rates]`);
    const amount = (price.unit_amount ?? 0) * (item.quantity ?? 1);
    lines.push({
      amount,
      description: (await work.find('product', idOf(price.product)))?.name ?? '',
      price,
      quantity: item.quantity ?? 1,
      period: { start: at, end: Math.max(at, periodOf(subscription).end) },
      taxRates: own.length > 0 ? own : (subscription.default_tax_rates ?? []),
      discountable: item.discountable ?? amount >= 0,
      proration: false,
      subscription: subscription.id,
      item: null,
      invoiceItem: null,
      metadata: item.metadata ?? {},
    });
  }
  return lines;
}

/** Keeps lines for the subscription's next invoice. */
export async function keepForLater(
  work: Work,
  subscription: Stripe.Subscription,
  lines: readonly LineInput[],
  at: number,
): Promise<void> {
  for (const line of lines) {
    const item: Stripe.InvoiceItem = {
      id: work.id('invoiceitem'),
      object: 'invoiceitem',
      amount: line.amount,
      currency: subscription.currency,
      customer: idOf(subscription.customer),
      customer_account: null,
      date: at,
      description: line.description,
      discountable: line.discountable,
      discounts: [],
      invoice: null,
      livemode: false,
      metadata: { ...line.metadata },
      net_amount: line.amount,
      parent: {
        subscription_details: {
          subscription: subscription.id,
          ...(line.item === null ? {} : { subscription_item: line.item }),
        },
        type: 'subscription_details',
      },
      period: { ...line.period },
      pricing:
        line.price === null
          ? null
          : {
              price_details: { price: line.price.id, product: idOf(line.price.product) },
              type: 'price_details',
              unit_amount_decimal: line.price.unit_amount_decimal,
            },
      proration: line.proration,
      quantity: line.quantity,
      quantity_decimal: decimal(line.quantity),
      tax_rates: [...line.taxRates],
      test_clock: subscription.test_clock,
    };
    work.add(item);
    await work.emit('invoiceitem.created', item);
  }
}
