import { newPrice, newProduct } from '../engine/prices.ts';
import { invalid } from '../http/errors.ts';
import {
  clearable,
  decimal,
  flag,
  integer,
  list,
  mergeMetadata,
  metadata,
  object,
  oneOf,
  required,
  text,
} from '../http/params.ts';
import { listOf, retrieve, route, type Route } from '../http/route.ts';
import { equals, type Work } from '../store/work.ts';
import { intervalName } from './shapes.ts';

export const products: readonly Route[] = [
  route(
    'POST',
    '/v1/products',
    { name: required(text), id: text, active: flag, description: text, metadata },
    async ({ work, input }) => {
      if (input.id !== undefined && (await work.any(input.id)) !== null)
        throw invalid('Product already exists.', 'id', 'resource_already_exists');
      const product = newProduct(work, work.now, {
        name: input.name,
        id: input.id,
        description: input.description ?? null,
        metadata: mergeMetadata({}, input.metadata),
      });
      product.active = input.active ?? true;
      work.add(product);
      await work.emit('product.created', product);
      return product;
    },
  ),
  listOf('/v1/products', 'product', { active: flag, ids: list(text) }, ({ input }) => [
    ...(input.active === undefined ? [] : [equals('active', input.active)]),
    ...(input.ids === undefined ? [] : [{ sql: 'id = any($)', values: [input.ids] }]),
  ]),
  retrieve('/v1/products/:id', 'product'),
  route(
    'POST',
    '/v1/products/:id',
    { name: text, active: flag, description: clearable(text), metadata, default_price: text },
    async ({ work, input, ids: [id = ''] }) => {
      const product = await work.get('product', id);
      if (input.name !== undefined) product.name = input.name;
      if (input.active !== undefined) product.active = input.active;
      if (input.description !== undefined) product.description = input.description;
      if (input.default_price !== undefined)
        product.default_price = (await work.get('price', input.default_price, 'default_price')).id;
      product.metadata = mergeMetadata(product.metadata, input.metadata);
      product.updated = work.now;
      await work.emit('product.updated', product);
      return product;
    },
  ),
  route('DELETE', '/v1/products/:id', {}, async ({ work, ids: [id = ''] }) => {
    const product = await work.get('product', id);
    if ((await work.select('price', [equals('product', id)])).length > 0)
      throw invalid('This product cannot be deleted because it has one or more user-created prices.');
    work.remove(product);
    await work.emit('product.deleted', product);
    return { id, object: 'product', deleted: true };
  }),
];

const PRICE = {
  currency: required(text),
  active: flag,
  lookup_key: text,
  metadata,
  nickname: text,
  product: text,
  product_data: object({ name: required(text), metadata }),
  recurring: object({
    interval: required(intervalName),
    interval_count: integer,
    usage_type: oneOf('licensed'),
  }),
  tax_behavior: oneOf('exclusive', 'unspecified'),
  transfer_lookup_key: flag,
  unit_amount: required(integer),
} as const;

/** A lookup key names one price: takes it from another one, or refuses. */
async function freeLookupKey(work: Work, key: string, transfers: boolean, own: string | null): Promise<void> {
  for (const other of await work.select('price', [equals('lookup_key', key)])) {
    if (other.id === own) continue;
    if (!transfers) throw invalid(`A price (\`${other.id}\`) already uses that lookup key.`, 'lookup_key');
    other.lookup_key = null;
    await work.emit('price.updated', other);
  }
}

export const prices: readonly Route[] = [
  route('POST', '/v1/prices', PRICE, async ({ work, input }) => {
    if (input.product === undefined && input.product_data === undefined)
      throw invalid(
        'You must specify either `product` or `product_data` when creating a price.',
        'product',
        'parameter_missing',
      );
    if (input.unit_amount < 0)
      throw invalid(
        'This value must be greater than or equal to 0.',
        'unit_amount',
        'parameter_invalid_integer',
      );
    const product =
      input.product === undefined
        ? work.add(newProduct(work, work.now, { name: input.product_data?.name ?? '' }))
        : await work.get('product', input.product, 'product');
    if (input.lookup_key !== undefined)
      await freeLookupKey(work, input.lookup_key, input.transfer_lookup_key ?? false, null);
    const price = newPrice(work, work.now, {
      currency: input.currency,
      product: product.id,
      amount: input.unit_amount,
      recurring: input.recurring,
      active: input.active ?? true,
      taxBehavior: input.tax_behavior,
      lookupKey: input.lookup_key ?? null,
      nickname: input.nickname ?? null,
      metadata: mergeMetadata({}, input.metadata),
    });
    work.add(price);
    await work.emit('price.created', price);
    return price;
  }),
  listOf(
    '/v1/prices',
    'price',
    {
      active: flag,
      product: text,
      lookup_keys: list(text),
      type: oneOf('one_time', 'recurring'),
      currency: text,
    },
    ({ input }) => [
      ...(input.active === undefined ? [] : [equals('active', input.active)]),
      ...(input.product === undefined ? [] : [equals('product', input.product)]),
      ...(input.type === undefined ? [] : [equals('type', input.type)]),
      ...(input.currency === undefined ? [] : [equals('currency', input.currency)]),
      ...(input.lookup_keys === undefined
        ? []
        : [{ sql: `data ->> 'lookup_key' = any($)`, values: [input.lookup_keys] }]),
    ],
  ),
  retrieve('/v1/prices/:id', 'price'),
  route(
    'POST',
    '/v1/prices/:id',
    {
      active: flag,
      nickname: clearable(text),
      metadata,
      lookup_key: clearable(text),
      transfer_lookup_key: flag,
    },
    async ({ work, input, ids: [id = ''] }) => {
      const price = await work.get('price', id);
      if (input.lookup_key != null)
        await freeLookupKey(work, input.lookup_key, input.transfer_lookup_key ?? false, id);
      if (input.active !== undefined) price.active = input.active;
      if (input.nickname !== undefined) price.nickname = input.nickname;
      if (input.lookup_key !== undefined) price.lookup_key = input.lookup_key;
      price.metadata = mergeMetadata(price.metadata, input.metadata);
      await work.emit('price.updated', price);
      return price;
    },
  ),
];

const RATE = {
  active: flag,
  country: text,
  description: text,
  display_name: text,
  jurisdiction: text,
  metadata,
  state: text,
  tax_type: oneOf('vat', 'gst', 'sales_tax', 'hst', 'pst', 'qst', 'jct'),
} as const;

export const taxRates: readonly Route[] = [
  route(
    'POST',
    '/v1/tax_rates',
    { ...RATE, display_name: required(text), inclusive: required(flag), percentage: required(decimal) },
    async ({ work, input }) => {
      if (input.inclusive)
        throw invalid('The sandbox knows exclusive tax rates only.', 'inclusive', 'parameter_unknown');
      if (input.percentage < 0 || input.percentage > 100)
        throw invalid('The percentage must be between 0 and 100.', 'percentage');
      const rate = work.add({
        id: work.id('tax_rate'),
        object: 'tax_rate',
        active: input.active ?? true,
        country: input.country ?? null,
        created: work.now,
        description: input.description ?? null,
        display_name: input.display_name,
        effective_percentage: null,
        flat_amount: null,
        inclusive: false,
        jurisdiction: input.jurisdiction ?? null,
        jurisdiction_level: null,
        livemode: false,
        metadata: mergeMetadata({}, input.metadata),
        percentage: input.percentage,
        rate_type: 'percentage',
        state: input.state ?? null,
        tax_type: input.tax_type ?? null,
      });
      await work.emit('tax_rate.created', rate);
      return rate;
    },
  ),
  listOf('/v1/tax_rates', 'tax_rate', { active: flag, inclusive: flag }, ({ input }) => [
    ...(input.active === undefined ? [] : [equals('active', input.active)]),
    ...(input.inclusive === undefined ? [] : [equals('inclusive', input.inclusive)]),
  ]),
  retrieve('/v1/tax_rates/:id', 'tax_rate'),
  route('POST', '/v1/tax_rates/:id', RATE, async ({ work, input, ids: [id = ''] }) => {
    const rate = await work.get('tax_rate', id);
    const { metadata: change, ...rest } = input;
    for (const [key, value] of Object.entries(rest))
      if (value !== undefined) Object.assign(rate, { [key]: value });
    rate.metadata = mergeMetadata(rate.metadata, change);
    await work.emit('tax_rate.updated', rate);
    return rate;
  }),
];
