import type Stripe from 'stripe';
import { invalid } from '../http/errors.ts';
import type { Work } from '../store/work.ts';
import { decimal } from './lines.ts';

export interface PriceData {
  readonly currency: string;
  readonly product?: string | undefined;
  readonly product_data?: { readonly name: string; readonly description?: string | undefined } | undefined;
  readonly recurring?:
    | { readonly interval: 'day' | 'week' | 'month' | 'year'; readonly interval_count?: number | undefined }
    | undefined;
  readonly tax_behavior?: 'exclusive' | 'unspecified' | undefined;
  readonly unit_amount?: number | undefined;
}

export interface PriceInput {
  readonly price?: string | undefined;
  readonly price_data?: PriceData | undefined;
}

/** A price as it is made; `active` is false for one made for a single use. */
export function newPrice(
  work: Work,
  at: number,
  input: {
    currency: string;
    product: string;
    amount: number;
    recurring: PriceData['recurring'];
    active: boolean;
    taxBehavior?: 'exclusive' | 'unspecified' | undefined;
    lookupKey?: string | null;
    nickname?: string | null;
    metadata?: Record<string, string>;
  },
): Stripe.Price {
  return {
    id: work.id('price'),
    object: 'price',
    active: input.active,
    billing_scheme: 'per_unit',
    created: at,
    currency: input.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: input.lookupKey ?? null,
    metadata: input.metadata ?? {},
    nickname: input.nickname ?? null,
    product: input.product,
    recurring:
      input.recurring === undefined
        ? null
        : {
            interval: input.recurring.interval,
            interval_count: input.recurring.interval_count ?? 1,
            meter: null,
            trial_period_days: null,
            usage_type: 'licensed',
          },
    tax_behavior: input.taxBehavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: input.recurring === undefined ? 'one_time' : 'recurring',
    unit_amount: input.amount,
    unit_amount_decimal: decimal(input.amount),
  };
}

export function newProduct(
  work: Work,
  at: number,
  input: {
    name: string;
    id?: string | undefined;
    description?: string | null;
    metadata?: Record<string, string>;
  },
): Stripe.Product {
  return {
    id: input.id ?? work.id('product'),
    object: 'product',
    active: true,
    created: at,
    default_price: null,
    description: input.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: input.metadata ?? {},
    name: input.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: at,
    url: null,
  };
}

/** The price of a parameter, made at once where its data is given. */
export async function findPrice(
  work: Work,
  { price, price_data: data }: PriceInput,
  at: number,
  param: string,
): Promise<Stripe.Price> {
  if (price !== undefined && data !== undefined)
    throw invalid(
      `You may only specify one of these parameters: price, price_data.`,
      param,
      'parameters_exclusive',
    );
  if (price !== undefined) return work.get('price', price, `${param}[price]`);
  if (data === undefined)
    throw invalid(`Missing required param: ${param}[price].`, `${param}[price]`, 'parameter_missing');
  if (data.unit_amount === undefined) {
    const name = `${param}[price_data][unit_amount]`;
    throw invalid(`Missing required param: ${name}.`, name, 'parameter_missing');
  }
  return work.add(
    newPrice(work, at, {
      currency: data.currency,
      product: await productOf(work, data, at, `${param}[price_data]`),
      amount: data.unit_amount,
      recurring: data.recurring,
      active: false,
      taxBehavior: data.tax_behavior,
    }),
  );
}

async function productOf(work: Work, data: PriceData, at: number, param: string): Promise<string> {
  if (data.product !== undefined) return (await work.get('product', data.product, `${param}[product]`)).id;
  if (data.product_data === undefined)
    throw invalid(`Missing required param: ${param}[product].`, `${param}[product]`, 'parameter_missing');
  const { name, description } = data.product_data;
  return work.add(newProduct(work, at, { name, description: description ?? null })).id;
}
