import type Stripe from 'stripe';
import { invalid } from '../http/errors.ts';
import { shareOf } from '../../lib/money/amounts.ts';
import { idOf } from '../store/reference.ts';
import { equals, type Work } from '../store/work.ts';
import type { LineInput } from './lines.ts';
import { findPrice, type PriceInput } from './prices.ts';

export interface ItemInput extends PriceInput {
  readonly id?: string | undefined;
  readonly deleted?: boolean | undefined;
  readonly quantity?: number | undefined;
  readonly metadata?: Record<string, string> | null | undefined;
  readonly tax_rates?: readonly string[] | null | undefined;
}

/** Prices as the older API called them; still part of a subscription item. */
export function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: { ...price.metadata },
    meter: null,
    nickname: price.nickname,
    product: idOf(price.product),
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

export async function taxRates(
  work: Work,
  ids: readonly string[] | null | undefined,
  param: string,
): Promise<Stripe.TaxRate[]> {
  const rates: Stripe.TaxRate[] = [];
  for (const [at, id] of (ids ?? []).entries()) {
    const rate = await work.get('tax_rate', id, `${param}[${at}]`);
    if (!rate.active) throw invalid(`Tax rate ${id} is not active.`, `${param}[${at}]`);
    rates.push(structuredClone(rate));
  }
  return rates;
}

/** A new item of a subscription, its period still to be set. */
export async function newItem(
  work: Work,
  subscription: string,
  input: ItemInput,
  at: number,
  param: string,
): Promise<Stripe.SubscriptionItem> {
  const price = await findPrice(work, input, at, param);
  if (price.recurring === null) {
    throw invalid(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      `${param}[price]`,
    );
  }
  if (!price.active && input.price !== undefined)
    throw invalid(`The price specified is inactive.`, `${param}[price]`);
  return {
    id: `si_${work.id('subscription').slice(4, 18)}`,
    object: 'subscription_item',
    billing_thresholds: null,
    created: at,
    current_period_end: at,
    current_period_start: at,
    current_trial: null,
    discounts: [],
    metadata: input.metadata ?? {},
    plan: planOf(price),
    price: structuredClone(price),
    quantity: input.quantity ?? 1,
    subscription,
    tax_rates: await taxRates(work, input.tax_rates, `${param}[tax_rates]`),
  };
}

/** The interval that all items share. */
export function intervalOf(items: readonly Stripe.SubscriptionItem[]): Stripe.Price.Recurring {
  const [first] = items;
  if (first?.price.recurring == null)
    throw invalid('A subscription must have at least one active item.', 'items');
  const { recurring, currency } = first.price;
  for (const { price } of items) {
    const same =
      price.recurring?.interval === recurring.interval &&
      price.recurring.interval_count === recurring.interval_count;
    if (!same)
      throw invalid(
        'All prices on a subscription must have the same `recurring.interval` and `recurring.interval_count`.',
        'items',
      );
    if (price.currency !== currency)
      throw invalid('All prices on a subscription must have the same currency.', 'items');
  }
  return recurring;
}

const name = async (work: Work, price: Stripe.Price): Promise<string> =>
  (await work.find('product', idOf(price.product)))?.name ?? 'Product';

const perPeriod = (price: Stripe.Price): string =>
  `(at $${((price.unit_amount ?? 0) / 100).toFixed(2)} / ${price.recurring?.interval ?? 'once'})`;

/** Lines that charge a period of a subscription; a trial's cost nothing. */
export async function periodLines(
  work: Work,
  subscription: Stripe.Subscription,
  isTrial: boolean,
): Promise<LineInput[]> {
  const lines: LineInput[] = [];
  for (const item of subscription.items.data) {
    const quantity = item.quantity ?? 1;
    const product = await name(work, item.price);
    lines.push({
      amount: isTrial ? 0 : (item.price.unit_amount ?? 0) * quantity,
      description: isTrial
        ? `Trial period for ${product}`
        : `${quantity} × ${product} ${perPeriod(item.price)}`,
      price: item.price,
      quantity,
      period: { start: item.current_period_start, end: item.current_period_end },
      taxRates: ratesOf(subscription, item),
      discountable: true,
      proration: false,
      subscription: subscription.id,
      item: item.id,
      invoiceItem: null,
      metadata: { ...subscription.metadata, ...item.metadata },
    });
  }
  return lines;
}

const ratesOf = (subscription: Stripe.Subscription, item: Stripe.SubscriptionItem): Stripe.TaxRate[] =>
  item.tax_rates !== null && item.tax_rates.length > 0
    ? item.tax_rates
    : (subscription.default_tax_rates ?? []);

/** A line for the rest of an item's period: its unused price back, or its price until then. */
export async function prorationLine(
  work: Work,
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
  at: number,
  sign: 1 | -1,
): Promise<LineInput> {
  const { current_period_start: start, current_period_end: end } = item;
  const quantity = item.quantity ?? 1;
  const full = (item.price.unit_amount ?? 0) * quantity;
  const product = await name(work, item.price);
  const day = Temporal.Instant.fromEpochMilliseconds(at * 1000)
    .toZonedDateTimeISO('UTC')
    .toLocaleString('en-US', { day: 'numeric', month: 'short', year: 'numeric' });
  return {
    amount: sign * shareOf(full, end - at, end - start),
    description: `${sign < 0 ? 'Unused' : 'Remaining'} time on ${product} after ${day}`,
    price: item.price,
    quantity,
    period: { start: at, end },
    taxRates: ratesOf(subscription, item),
    discountable: false,
    proration: true,
    subscription: subscription.id,
    item: item.id,
    invoiceItem: null,
    metadata: { ...subscription.metadata },
  };
}

/** Lines of invoice items that wait for the subscription's next invoice. */
export async function waitingLines(
  work: Work,
  subscription: Stripe.Subscription,
): Promise<{ lines: LineInput[]; items: Stripe.InvoiceItem[] }> {
  const items = (
    await work.select('invoiceitem', [
      equals('parent.subscription_details.subscription', subscription.id),
      { sql: `data ->> 'invoice' is null`, values: [] },
    ])
  ).filter((item) => item.invoice === null);
  const lines: LineInput[] = [];
  for (const item of items) {
    const price = idOf(item.pricing?.price_details?.price);
    lines.push({
      amount: item.amount,
      description: item.description ?? '',
      price: price === null ? null : await work.find('price', price),
      quantity: item.quantity,
      period: item.period,
      taxRates: item.tax_rates ?? subscription.default_tax_rates ?? [],
      discountable: item.discountable,
      proration: item.proration,
      subscription: subscription.id,
      item: null,
      invoiceItem: item.id,
      metadata: { ...item.metadata },
    });
  }
  return { lines, items };
}
