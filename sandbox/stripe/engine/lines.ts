import type Stripe from 'stripe';
import { percentOf, split } from '../../lib/money/amounts.ts';
import { newId } from '../store/ids.ts';
import { idOf } from '../store/reference.ts';
import type { AppliedDiscount } from './discounts.ts';

export type Decimal = NonNullable<Stripe.Price['unit_amount_decimal']>;

/** A decimal as it travels: text. The SDK makes its own object of it. */
export const decimal = (value: number): Decimal => String(value) as unknown as Decimal;

/** A line before discounts and tax. */
export interface LineInput {
  readonly amount: number;
  readonly description: string;
  readonly price: Stripe.Price | null;
  readonly quantity: number;
  readonly period: { readonly start: number; readonly end: number };
  readonly taxRates: readonly Stripe.TaxRate[];
  readonly discountable: boolean;
  readonly proration: boolean;
  readonly subscription: string | null;
  /** The subscription item that it charges; null: an invoice item. */
  readonly item: string | null;
  readonly invoiceItem: string | null;
  readonly metadata: Record<string, string>;
}

export interface Totals {
  readonly lines: Stripe.InvoiceLineItem[];
  readonly subtotal: number;
  readonly discounts: { amount: number; discount: string }[];
  readonly taxes: Stripe.Invoice.TotalTax[];
  readonly excludingTax: number;
  readonly total: number;
}

type Exempt = 'exempt' | 'reverse' | null;

/** Whether and why a customer pays no tax. */
export function exemptOf(customer: Pick<Stripe.Customer, 'tax_exempt'> | null): Exempt {
  const exempt = customer?.tax_exempt;
  return exempt === 'exempt' ? 'exempt' : exempt === 'reverse' ? 'reverse' : null;
}

/** Discounts each line, then taxes each line's net, halves up. */
export function total(
  inputs: readonly LineInput[],
  discounts: readonly AppliedDiscount[],
  currency: string,
  invoice: string | null,
  exempt: Exempt,
): Totals {
  const off = inputs.map(() => [] as { amount: number; discount: string }[]);
  const net = inputs.map(({ amount }) => amount);
  for (const { id, coupon, products } of discounts) {
    const weights = inputs.map((line, at) =>
      line.discountable && isFor(line, products) ? Math.max(0, net[at] ?? 0) : 0,
    );
    const base = weights.reduce((sum, one) => sum + one, 0);
    const whole =
      coupon.percent_off === null
        ? Math.min(coupon.amount_off ?? 0, base)
        : percentOf(base, coupon.percent_off);
    for (const [at, part] of split(whole, weights).entries()) {
      if (part === 0) continue;
      net[at] = (net[at] ?? 0) - part;
      off[at]?.push({ amount: part, discount: id });
    }
  }
  const lines = inputs.map((line, at) =>
    lineItem(line, currency, invoice, off[at] ?? [], taxesOf(line, net[at] ?? 0, exempt)),
  );
  const excludingTax = net.reduce((sum, one) => sum + one, 0);
  const taxes = sumTaxes(lines.flatMap((line) => line.taxes ?? []));
  return {
    lines,
    subtotal: inputs.reduce((sum, { amount }) => sum + amount, 0),
    discounts: discounts.map(({ id }) => ({
      discount: id,
      amount: off.flat().reduce((sum, one) => sum + (one.discount === id ? one.amount : 0), 0),
    })),
    taxes,
    excludingTax,
    total: excludingTax + taxes.reduce((sum, { amount }) => sum + amount, 0),
  };
}

const isFor = ({ price }: LineInput, products: readonly string[] | null): boolean =>
  products === null || (price !== null && products.includes(idOf(price.product)));

function taxesOf({ taxRates }: LineInput, net: number, exempt: Exempt): Stripe.InvoiceLineItem.Tax[] {
  return taxRates.map((rate) => ({
    amount: exempt === null ? percentOf(net, rate.percentage) : 0,
    tax_behavior: 'exclusive',
    tax_rate_details: { tax_rate: rate.id },
    taxability_reason:
      exempt === null ? 'not_available' : exempt === 'reverse' ? 'reverse_charge' : 'customer_exempt',
    taxable_amount: exempt === null ? net : 0,
    type: 'tax_rate_details',
  }));
}

function sumTaxes(taxes: readonly Stripe.InvoiceLineItem.Tax[]): Stripe.Invoice.TotalTax[] {
  const sums = new Map<string, Stripe.Invoice.TotalTax>();
  for (const tax of taxes) {
    const rate = tax.tax_rate_details?.tax_rate ?? '';
    const sum = sums.get(rate);
    if (sum === undefined) sums.set(rate, { ...tax });
    else {
      sum.amount += tax.amount;
      sum.taxable_amount = (sum.taxable_amount ?? 0) + (tax.taxable_amount ?? 0);
    }
  }
  return [...sums.values()];
}

function lineItem(
  line: LineInput,
  currency: string,
  invoice: string | null,
  off: { amount: number; discount: string }[],
  taxes: Stripe.InvoiceLineItem.Tax[],
): Stripe.InvoiceLineItem {
  return {
    id: newId('il'),
    object: 'line_item',
    amount: line.amount,
    currency,
    description: line.description,
    discount_amounts: off,
    discountable: line.discountable,
    discounts: [],
    invoice,
    livemode: false,
    metadata: { ...line.metadata },
    parent: parentOf(line),
    period: { ...line.period },
    pretax_credit_amounts: off.map((one) => ({ ...one, type: 'discount' as const })),
    pricing:
      line.price === null
        ? null
        : {
            price_details: { price: line.price.id, product: idOf(line.price.product) },
            type: 'price_details',
            unit_amount_decimal: line.price.unit_amount_decimal,
          },
    quantity: line.quantity,
    quantity_decimal: decimal(line.quantity),
    subscription: line.subscription,
    subtotal: line.amount,
    taxes,
  };
}

function parentOf(line: LineInput): Stripe.InvoiceLineItem.Parent {
  const about = { proration: line.proration, proration_details: { credited_items: null } };
  return line.item === null
    ? {
        invoice_item_details: {
          invoice_item: line.invoiceItem ?? newId('ii'),
          subscription: line.subscription,
          ...about,
        },
        subscription_item_details: null,
        type: 'invoice_item_details',
      }
    : {
        invoice_item_details: null,
        subscription_item_details: {
          invoice_item: null,
          subscription: line.subscription,
          subscription_item: line.item,
          ...about,
        },
        type: 'subscription_item_details',
      };
}
