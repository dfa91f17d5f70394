import {
  addCard,
  attach,
  detach,
  NO_DETAILS,
  paymentMethod,
  type BillingDetails,
} from '../engine/payment-methods.ts';
import { invalid } from '../http/errors.ts';
import {
  integer,
  mergeMetadata,
  metadata,
  object,
  oneOf,
  required,
  text,
  type ValueOf,
} from '../http/params.ts';
import { listOf, retrieve, route, type Route } from '../http/route.ts';
import { equals } from '../store/work.ts';
import { billingDetails, card, NO_ADDRESS } from './shapes.ts';

/** Billing details after a change. */
export function mergeDetails(
  was: BillingDetails,
  change: ValueOf<typeof billingDetails> | undefined,
): BillingDetails {
  if (change === undefined) return structuredClone(was);
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const place = Object.fromEntries(
    Object.entries(change.address ?? {}).filter(([, value]) => value !== undefined),
  );
  return {
    ...was,
    ...given,
    address: change.address === null ? { ...NO_ADDRESS } : { ...NO_ADDRESS, ...was.address, ...place },
  };
}

export const paymentMethods: readonly Route[] = [
  route(
    'POST',
    '/v1/payment_methods',
    { type: required(oneOf('card')), card: required(card), billing_details: billingDetails, metadata },
    async ({ work, input }) => {
      const { number, exp_month, exp_year, cvc } = input.card;
      const details = mergeDetails(NO_DETAILS, input.billing_details);
      const method = addCard(work, work.now, { number, exp_month, exp_year, cvc }, details);
      method.metadata = mergeMetadata({}, input.metadata);
      return method;
    },
    { publishable: true },
  ),
  listOf(
    '/v1/payment_methods',
    'payment_method',
    { customer: text, type: oneOf('card') },
    ({ input }) => {
      if (input.customer === undefined)
        throw invalid('Missing required param: customer.', 'customer', 'parameter_missing');
      return [equals('customer', input.customer)];
    },
    { byTime: false },
  ),
  retrieve('/v1/payment_methods/:id', 'payment_method'),
  route(
    'POST',
    '/v1/payment_methods/:id',
    { billing_details: billingDetails, card: object({ exp_month: integer, exp_year: integer }), metadata },
    async ({ work, input, ids: [id = ''] }) => {
      const method = await work.get('payment_method', id);
      method.billing_details = mergeDetails(method.billing_details, input.billing_details);
      if (method.card !== undefined) {
        method.card.exp_month = input.card?.exp_month ?? method.card.exp_month;
        method.card.exp_year = input.card?.exp_year ?? method.card.exp_year;
      }
      method.metadata = mergeMetadata(method.metadata, input.metadata);
      await work.emit('payment_method.updated', method);
      return method;
    },
  ),
  route(
    'POST',
    '/v1/payment_methods/:id/attach',
    { customer: required(text) },
    async ({ work, input, ids: [id = ''] }) => {
      const customer = await work.get('customer', input.customer, 'customer');
      const method = await paymentMethod(work, id, await work.timeOf(customer.id), 'id');
      await attach(work, method, customer);
      return method;
    },
  ),
  route('POST', '/v1/payment_methods/:id/detach', {}, async ({ work, ids: [id = ''] }) => {
    const method = await work.get('payment_method', id);
    await detach(work, method);
    return method;
  }),
];
