import { addPaymentIntent, cancelIntent, requireOpen } from '../engine/intents.ts';
import { addSetupIntent } from '../engine/setup-intents.ts';
import {
  clearable,
  flag,
  integerIn,
  mergeMetadata,
  metadata,
  object,
  oneOf,
  required,
  text,
} from '../http/params.ts';
import { listOf, route, type Route } from '../http/route.ts';
import type { Kinds } from '../store/kinds.ts';
import { idOf } from '../store/reference.ts';
import { equals, type Work } from '../store/work.ts';
import { checkSecret, confirmPayment, confirmSetup, methodOf } from './confirm.ts';
import { cardOnly, paymentMethodData } from './shapes.ts';

const CARD = { payment_method: text, payment_method_data: paymentMethodData, return_url: text } as const;
const CONFIRM = { ...CARD, off_session: flag, use_stripe_sdk: flag } as const;
const SHARED = {
  customer: text,
  description: text,
  metadata,
  allowed_payment_method_types: cardOnly,
  automatic_payment_methods: object({ enabled: required(flag), allow_redirects: oneOf('always', 'never') }),
} as const;
const usage = oneOf('off_session', 'on_session');

const customerOf = async (work: Work, id: string | undefined): Promise<Kinds['customer'] | null> =>
  id === undefined ? null : work.get('customer', id, 'customer');

export const paymentIntents: readonly Route[] = [
  route(
    'POST',
    '/v1/payment_intents',
    {
      ...SHARED,
      ...CONFIRM,
      amount: required(integerIn(50, 99_999_999)),
      currency: required(text),
      confirm: flag,
      capture_method: oneOf('automatic', 'automatic_async'),
      receipt_email: text,
      setup_future_usage: usage,
    },
    async ({ work, input }) => {
      const customer = await customerOf(work, input.customer);
      const intent = await addPaymentIntent(work, await work.timeOf(customer?.id), {
        amount: input.amount,
        currency: input.currency.toLowerCase(),
        customer: customer?.id ?? null,
        clock: idOf(customer?.test_clock),
        metadata: mergeMetadata({}, input.metadata),
        description: input.description ?? null,
        save: input.setup_future_usage ?? null,
        receiptEmail: input.receipt_email ?? null,
      });
      if (input.confirm) return confirmPayment(work, intent, input);
      if (input.payment_method !== undefined || input.payment_method_data !== undefined) {
        intent.payment_method = (await methodOf(work, input, intent)).id;
        intent.status = 'requires_confirmation';
      }
      return intent;
    },
  ),
  listOf('/v1/payment_intents', 'payment_intent', { customer: text }, ({ input }) =>
    input.customer === undefined ? [] : [equals('customer', input.customer)],
  ),
  route(
    'GET',
    '/v1/payment_intents/:id',
    { client_secret: text },
    async ({ work, input, ids: [id = ''] }) => {
      const intent = await work.get('payment_intent', id);
      checkSecret(intent, input.client_secret);
      return intent;
    },
    { publishable: true },
  ),
  route(
    'POST',
    '/v1/payment_intents/:id',
    {
      amount: integerIn(50, 99_999_999),
      customer: text,
      description: clearable(text),
      metadata,
      payment_method: text,
      receipt_email: clearable(text),
      setup_future_usage: usage,
    },
    async ({ work, input, ids: [id = ''] }) => {
      const intent = await work.get('payment_intent', id);
      requireOpen(intent, 'update');
      if (input.amount !== undefined) intent.amount = input.amount;
      if (input.customer !== undefined)
        intent.customer = (await work.get('customer', input.customer, 'customer')).id;
      if (input.description !== undefined) intent.description = input.description;
      if (input.receipt_email !== undefined) intent.receipt_email = input.receipt_email;
      if (input.setup_future_usage !== undefined) intent.setup_future_usage = input.setup_future_usage;
      if (input.payment_method !== undefined) {
        intent.payment_method = (await methodOf(work, input, intent)).id;
        intent.status = 'requires_confirmation';
      }
      intent.metadata = mergeMetadata(intent.metadata, input.metadata);
      return intent;
    },
  ),
  route(
    'POST',
    '/v1/payment_intents/:id/confirm',
    { ...CONFIRM, client_secret: text },
    async ({ work, input, ids: [id = ''] }) => {
      const intent = await work.get('payment_intent', id);
      checkSecret(intent, input.client_secret);
      return confirmPayment(work, intent, input);
    },
    { publishable: true },
  ),
  route(
    'POST',
    '/v1/payment_intents/:id/cancel',
    { cancellation_reason: oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer') },
    async ({ work, input, ids: [id = ''] }) => {
      const intent = await work.get('payment_intent', id);
      requireOpen(intent, 'cancel');
      intent.status = 'canceled';
      intent.canceled_at = await work.timeOf(idOf(intent.customer));
      intent.cancellation_reason = input.cancellation_reason ?? null;
      intent.next_action = null;
      await work.emit('payment_intent.canceled', intent);
      return intent;
    },
  ),
];

export const setupIntents: readonly Route[] = [
  route(
    'POST',
    '/v1/setup_intents',
    { ...SHARED, ...CARD, confirm: flag, usage, use_stripe_sdk: flag },
    async ({ work, input }) => {
      const customer = await customerOf(work, input.customer);
      const intent = await addSetupIntent(work, await work.timeOf(customer?.id), {
        customer: customer?.id ?? null,
        clock: idOf(customer?.test_clock),
        metadata: mergeMetadata({}, input.metadata),
        description: input.description ?? null,
        usage: input.usage ?? 'off_session',
      });
      if (input.confirm) return confirmSetup(work, intent, input);
      if (input.payment_method !== undefined || input.payment_method_data !== undefined) {
        intent.payment_method = (await methodOf(work, input, intent)).id;
        intent.status = 'requires_confirmation';
      }
      return intent;
    },
  ),
  listOf('/v1/setup_intents', 'setup_intent', { customer: text, payment_method: text }, ({ input }) => [
    ...(input.customer === undefined ? [] : [equals('customer', input.customer)]),
    ...(input.payment_method === undefined ? [] : [equals('payment_method', input.payment_method)]),
  ]),
  route(
    'GET',
    '/v1/setup_intents/:id',
    { client_secret: text },
    async ({ work, input, ids: [id = ''] }) => {
      const intent = await work.get('setup_intent', id);
      checkSecret(intent, input.client_secret);
      return intent;
    },
    { publishable: true },
  ),
  route(
    'POST',
    '/v1/setup_intents/:id',
    { description: clearable(text), metadata, payment_method: text },
    async ({ work, input, ids: [id = ''] }) => {
      const intent = await work.get('setup_intent', id);
      requireOpen(intent, 'update');
      if (input.description !== undefined) intent.description = input.description;
      if (input.payment_method !== undefined) {
        intent.payment_method = (await methodOf(work, input, intent)).id;
        intent.status = 'requires_confirmation';
      }
      intent.metadata = mergeMetadata(intent.metadata, input.metadata);
      return intent;
    },
  ),
  route(
    'POST',
    '/v1/setup_intents/:id/confirm',
    { ...CARD, client_secret: text, use_stripe_sdk: flag },
    async ({ work, input, ids: [id = ''] }) => {
      const intent = await work.get('setup_intent', id);
      checkSecret(intent, input.client_secret);
      return confirmSetup(work, intent, input);
    },
    { publishable: true },
  ),
  route(
    'POST',
    '/v1/setup_intents/:id/cancel',
    { cancellation_reason: oneOf('abandoned', 'duplicate', 'requested_by_customer') },
    async ({ work, input, ids: [id = ''] }) => {
      const intent = await work.get('setup_intent', id);
      requireOpen(intent, 'cancel');
      await cancelIntent(work, intent, input.cancellation_reason ?? null);
      return intent;
    },
  ),
];
