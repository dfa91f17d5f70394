import { newCustomer } from '../engine/customers.ts';
import { addBalanceTransaction } from '../engine/invoices.ts';
import { endSubscription, hasEnded } from '../engine/subscription-state.ts';
import { attach, ownPaymentMethod, paymentMethod } from '../engine/payment-methods.ts';
import { missing } from '../http/errors.ts';
import {
  address,
  clearable,
  integer,
  list,
  mergeMetadata,
  metadata,
  object,
  oneOf,
  required,
  text,
  type ValueOf,
} from '../http/params.ts';
import { listOf, route, type Route } from '../http/route.ts';
import { idOf } from '../store/reference.ts';
import { equals, type Work } from '../store/work.ts';
import type { Kinds } from '../store/kinds.ts';
import { NO_ADDRESS } from './shapes.ts';

const FIELDS = {
  address: clearable(address),
  balance: integer,
  description: clearable(text),
  email: clearable(text),
  invoice_settings: object({ default_payment_method: clearable(text) }),
  metadata,
  name: clearable(text),
  phone: clearable(text),
  preferred_locales: list(text),
  tax_exempt: clearable(oneOf('none', 'exempt', 'reverse')),
} as const;

const TAX_ID = { type: required(text), value: required(text) } as const;

async function addTaxId(
  work: Work,
  customer: Kinds['customer'],
  input: { type: string; value: string },
): Promise<Kinds['tax_id']> {
  const country = /^[A-Z]{2}/.exec(input.value)?.[0] ?? null;
  const taxId: Kinds['tax_id'] = {
    id: work.id('tax_id'),
    object: 'tax_id',
    country,
    created: await work.timeOf(customer.id),
    customer: customer.id,
    customer_account: null,
    livemode: false,
    owner: { customer: customer.id, customer_account: null, type: 'customer' },
    type: input.type,
    value: input.value,
    verification: { status: 'pending', verified_address: null, verified_name: null },
  };
  work.add(taxId, { clock: idOf(customer.test_clock) });
  await work.emit('customer.tax_id.created', taxId);
  return taxId;
}

async function ownTaxId(work: Work, [customer = '', id = '']: readonly string[]): Promise<Kinds['tax_id']> {
  const taxId = await work.get('tax_id', id);
  if (idOf(taxId.customer) !== customer) throw missing('tax_id', id);
  return taxId;
}

export const customers: readonly Route[] = [
  route(
    'POST',
    '/v1/customers',
    { ...FIELDS, payment_method: text, tax_id_data: list(object(TAX_ID)), test_clock: text },
    async ({ work, input }) => {
      const clock =
        input.test_clock === undefined
          ? null
          : await work.get('test_helpers.test_clock', input.test_clock, 'test_clock');
      const at = clock?.frozen_time ?? work.now;
      const customer = await newCustomer(work, at, {
        email: input.email ?? null,
        name: input.name ?? null,
        phone: input.phone ?? null,
        description: input.description ?? null,
        address: input.address ? place(null, input.address) : null,
        metadata: mergeMetadata({}, input.metadata),
        balance: input.balance ?? 0,
        taxExempt: input.tax_exempt ?? null,
        locales: input.preferred_locales ?? [],
        clock: clock?.id ?? null,
      });
      if (input.payment_method !== undefined)
        await attach(work, await paymentMethod(work, input.payment_method, at), customer);
      const method = input.invoice_settings?.default_payment_method ?? null;
      if (method !== null)
        customer.invoice_settings.default_payment_method = (
          await ownPaymentMethod(work, method, customer, 'invoice_settings[default_payment_method]', at)
        ).id;
      for (const taxId of input.tax_id_data ?? []) await addTaxId(work, customer, taxId);
      return customer;
    },
  ),
  listOf('/v1/customers', 'customer', { email: text, test_clock: text }, ({ input }) => [
    ...(input.email === undefined ? [] : [equals('email', input.email)]),
    ...(input.test_clock === undefined
      ? [{ sql: 'clock is null', values: [] }]
      : [equals('test_clock', input.test_clock)]),
  ]),
  route('GET', '/v1/customers/:id', {}, async ({ work, ids: [id = ''] }) => {
    const found = await work.any(id);
    if (found?.kind === 'customer' && found.deleted) return { id, object: 'customer', deleted: true };
    return work.get('customer', id);
  }),
  route('POST', '/v1/customers/:id', FIELDS, async ({ work, input, ids: [id = ''] }) => {
    const customer = await work.get('customer', id);
    const { address: change, invoice_settings: settings, metadata: words, balance, ...rest } = input;
    Object.assign(customer, defined(rest));
    if (change !== undefined) customer.address = change === null ? null : place(customer.address, change);
    customer.metadata = mergeMetadata(customer.metadata, words);
    const at = await work.timeOf(id);
    if (balance !== undefined && balance !== customer.balance)
      addBalanceTransaction(work, customer, balance - customer.balance, 'adjustment', at, null);
    const method = settings?.default_payment_method;
    if (method !== undefined) {
      customer.invoice_settings.default_payment_method =
        method === null
          ? null
          : (await ownPaymentMethod(work, method, customer, 'invoice_settings[default_payment_method]', at))
              .id;
    }
    await work.emit('customer.updated', customer);
    return customer;
  }),
  route('DELETE', '/v1/customers/:id', {}, async ({ work, ids: [id = ''] }) => {
    const customer = await work.get('customer', id);
    for (const subscription of await work.select('subscription', [equals('customer', id)]))
      if (!hasEnded(subscription))
        await endSubscription(work, subscription, await work.timeOf(id), 'cancellation_requested');
    work.remove(customer);
    await work.emit('customer.deleted', customer);
    return { id, object: 'customer', deleted: true };
  }),
  route('POST', '/v1/customers/:id/tax_ids', TAX_ID, async ({ work, input, ids: [id = ''] }) =>
    addTaxId(work, await work.get('customer', id), input),
  ),
  listOf(
    '/v1/customers/:id/tax_ids',
    'tax_id',
    {},
    async ({ work, ids: [id = ''] }) => [equals('customer', (await work.get('customer', id)).id)],
    { byTime: false },
  ),
  route('GET', '/v1/customers/:id/tax_ids/:tax', {}, ({ work, ids }) => ownTaxId(work, ids)),
  route('DELETE', '/v1/customers/:id/tax_ids/:tax', {}, async ({ work, ids }) => {
    const taxId = await ownTaxId(work, ids);
    work.remove(taxId);
    await work.emit('customer.tax_id.deleted', taxId);
    return { id: taxId.id, object: 'tax_id', deleted: true };
  }),
  listOf(
    '/v1/customers/:id/payment_methods',
    'payment_method',
    { type: oneOf('card') },
    async ({ work, ids: [id = ''] }) => [equals('customer', (await work.get('customer', id)).id)],
    { byTime: false },
  ),
  listOf(
    '/v1/customers/:id/balance_transactions',
    'customer_balance_transaction',
    {},
    async ({ work, ids: [id = ''] }) => [equals('customer', (await work.get('customer', id)).id)],
  ),
  route(
    'POST',
    '/v1/customers/:id/balance_transactions',
    { amount: required(integer), currency: required(text), description: text, metadata },
    async ({ work, input, ids: [id = ''] }) => {
      const customer = await work.get('customer', id);
      customer.currency ??= input.currency;
      return addBalanceTransaction(work, customer, input.amount, 'adjustment', await work.timeOf(id), null, {
        description: input.description ?? null,
        metadata: mergeMetadata({}, input.metadata),
      });
    },
  ),
];

type Place = NonNullable<Kinds['customer']['address']>;

/** An address after a change. */
const place = (was: Place | null | undefined, change: ValueOf<typeof address>): Place => ({
  ...NO_ADDRESS,
  ...was,
  ...(defined(change) as Partial<Place>),
});

/** Without what was not given. */
const defined = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
