import { addPaymentIntent, charge, declinedError, requireOpen, setUp } from '../engine/intents.ts';
import { addCard, NO_DETAILS, ownPaymentMethod, paymentMethod } from '../engine/payment-methods.ts';
import { settle } from '../engine/settle.ts';
import { addSetupIntent } from '../engine/setup-intents.ts';
import { ApiError, invalid } from '../http/errors.ts';
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
  type ValueOf,
} from '../http/params.ts';
import { listOf, route, type Route } from '../http/route.ts';
import type { Kinds } from '../store/kinds.ts';
import { idOf } from '../store/reference.ts';
import { equals, type Work } from '../store/work.ts';
import { mergeDetails } from './payment-methods.ts';
import { cardOnly, paymentMethodData } from './shapes.ts';

type PaymentIntent = Kinds['payment_intent'];
type SetupIntent = Kinds['setup_intent'];

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

interface CardInput {
  readonly payment_method?: string | undefined;
  readonly payment_method_data?: ValueOf<typeof paymentMethodData> | undefined;
}

/** The card that a request names or brings. */
async function methodOf(
  work: Work,
  input: CardInput,
  intent: PaymentIntent | SetupIntent,
): Promise<Kinds['payment_method']> {
  const owner = idOf(intent.customer);
  const at = await work.timeOf(owner);
  if (input.payment_method_data !== undefined) {
    const { card, billing_details: details } = input.payment_method_data;
    if (card === undefined)
      throw invalid('Missing required param: payment_method_data[card].', 'payment_method_data[card]', 'parameter_missing');
    return addCard(work, at, card, mergeDetails(NO_DETAILS, details));
  }
  const id = input.payment_method ?? idOf(intent.payment_method);
  if (id === null) {
    throw invalid(
      `You cannot confirm this ${intent.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent'} because it's missing a payment method. Update it with a payment method and then confirm it again.`,
      undefined,
      `${intent.object}_unexpected_state`,
    );
  }
  const method = await paymentMethod(work, id, at);
  if (idOf(method.customer) === null) return method;
  if (owner === null)
    throw invalid('The payment method belongs to a customer; pass the customer too.', 'payment_method');
  return ownPaymentMethod(work, id, await work.get('customer', owner, 'customer'), 'payment_method', at);
}

async function confirmPayment(
  work: Work,
  intent: PaymentIntent,
  input: CardInput & { return_url?: string | undefined; off_session?: boolean | undefined },
): Promise<PaymentIntent> {
  requireOpen(intent, 'confirm');
  const method = await methodOf(work, input, intent);
  const verdict = await charge(work, intent, method, {
    offSession: input.off_session ?? false,
    returnUrl: input.return_url ?? null,
  });
  await settle(work, intent, verdict);
  if (verdict.is === 'declined' || verdict.is === 'unauthenticated') throw declinedError(intent);
  return intent;
}

async function confirmSetup(
  work: Work,
  intent: SetupIntent,
  input: CardInput & { return_url?: string | undefined },
): Promise<SetupIntent> {
  requireOpen(intent, 'confirm');
  const method = await methodOf(work, input, intent);
  const verdict = await setUp(work, intent, method, { returnUrl: input.return_url ?? null });
  if (verdict.is === 'declined' || verdict.is === 'unauthenticated') throw declinedError(intent);
  return intent;
}

/** A browser shows that it may: it knows the client secret. */
function checkSecret(intent: PaymentIntent | SetupIntent, secret: string | undefined): void {
  if (secret !== undefined && secret !== intent.client_secret)
    throw new ApiError(400, {
      type: 'invalid_request_error',
      message: 'The client_secret provided does not match the client_secret associated with this object.',
      param: 'client_secret',
    });
}

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
      if (input.customer !== undefined) intent.customer = (await work.get('customer', input.customer, 'customer')).id;
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
  route('GET', '/v1/setup_intents/:id', { client_secret: text }, async ({ work, input, ids: [id = ''] }) => {
    const intent = await work.get('setup_intent', id);
    checkSecret(intent, input.client_secret);
    return intent;
  }),
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
      intent.status = 'canceled';
      intent.cancellation_reason = input.cancellation_reason ?? null;
      intent.next_action = null;
      await work.emit('setup_intent.canceled', intent);
      return intent;
    },
  ),
];
