import type Stripe from 'stripe';
import { ApiError, invalid } from '../http/errors.ts';
import { randomText } from '../../lib/ids.ts';
import { idOf } from '../store/reference.ts';
import type { Work } from '../store/work.ts';
import { addCharge } from './charges.ts';
import { judge, type Authentication, type Decline, type Verdict } from './declines.ts';
import { attach, behaviorOf } from './payment-methods.ts';

export interface NewIntent {
  readonly amount: number;
  readonly currency: string;
  readonly customer: string | null;
  readonly clock: string | null;
  readonly metadata?: Record<string, string>;
  readonly description?: string | null;
  readonly save?: Stripe.PaymentIntent.SetupFutureUsage | null;
  readonly receiptEmail?: string | null;
  readonly invoice?: string;
  readonly checkout?: string;
}

export async function addPaymentIntent(
  work: Work,
  at: number,
  input: NewIntent,
): Promise<Stripe.PaymentIntent> {
  const id = work.id('payment_intent');
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: input.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created: at,
    currency: input.currency,
    customer: input.customer,
    customer_account: null,
    description: input.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: input.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: input.receiptEmail ?? null,
    review: null,
    setup_future_usage: input.save ?? null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
  work.add(intent, {
    clock: input.clock,
    ...(input.invoice === undefined ? {} : { invoice: input.invoice }),
    ...(input.checkout === undefined ? {} : { checkout: input.checkout }),
  });
  await work.emit('payment_intent.created', intent);
  return intent;
}

export interface Confirmation {
  readonly offSession: boolean;
  readonly returnUrl?: string | null;
  readonly authentication?: Authentication;
}

/** Tries to take the payment. What the intent is for is settled by the caller. */
export async function charge(
  work: Work,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { offSession, returnUrl = null, authentication = null }: Confirmation,
): Promise<Verdict> {
  const at = await work.timeOf(idOf(intent.customer));
  const hidden = work.hidden(method);
  const verdict = judge({
    behavior: behaviorOf(work, method),
    saving: false,
    offSession,
    prepared: hidden.prepared === true,
    authentication,
  });
  intent.payment_method = method.id;
  intent.next_action = null;
  intent.last_payment_error = null;
  if (verdict.is === 'authenticate') {
    intent.status = 'requires_action';
    intent.next_action = nextAction(work, intent, returnUrl);
    await work.emit('payment_intent.requires_action', intent);
    return verdict;
  }
  if (verdict.is === 'accepted') {
    await addCharge(work, at, intent, method, null);
    intent.status = 'succeeded';
    intent.amount_received = intent.amount;
    if (authentication === 'passed' && intent.setup_future_usage !== null) hidden.prepared = true;
    if (intent.setup_future_usage !== null) await keepForCustomer(work, method, intent.customer);
    await work.emit('payment_intent.succeeded', intent);
    return verdict;
  }
  const failed =
    verdict.is === 'declined' ? await addCharge(work, at, intent, method, verdict.decline) : null;
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.last_payment_error = intentError(verdict, 'payment_intent_authentication_failure', failed, method);
  await work.emit('payment_intent.payment_failed', intent);
  return verdict;
}

/** Tries to save the card for later. */
export async function setUp(
  work: Work,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  { returnUrl = null, authentication = null }: Omit<Confirmation, 'offSession'>,
): Promise<Verdict> {
  const verdict = judge({
    behavior: behaviorOf(work, method),
    saving: true,
    offSession: false,
    prepared: false,
    authentication,
  });
  intent.payment_method = method.id;
  intent.next_action = null;
  intent.last_setup_error = null;
  if (verdict.is === 'authenticate') {
    intent.status = 'requires_action';
    intent.next_action = nextAction(work, intent, returnUrl) as Stripe.SetupIntent.NextAction;
    await work.emit('setup_intent.requires_action', intent);
    return verdict;
  }
  if (verdict.is === 'accepted') {
    intent.status = 'succeeded';
    if (authentication === 'passed') work.hidden(method).prepared = true;
    await keepForCustomer(work, method, intent.customer);
    await work.emit('setup_intent.succeeded', intent);
    return verdict;
  }
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.last_setup_error = intentError(verdict, 'setup_intent_authentication_failure', null, method);
  await work.emit('setup_intent.setup_failed', intent);
  return verdict;
}

async function keepForCustomer(
  work: Work,
  method: Stripe.PaymentMethod,
  customer: string | { id: string } | null,
): Promise<void> {
  const id = idOf(customer);
  if (id !== null && idOf(method.customer) === null)
    await attach(work, method, await work.get('customer', id, 'customer'));
}

function nextAction(
  work: Work,
  intent: Stripe.PaymentIntent | Stripe.SetupIntent,
  returnUrl: string | null,
): Stripe.PaymentIntent.NextAction {
  const url = `${work.origin}/authenticate/${intent.id}?client_secret=${intent.client_secret ?? ''}`;
  const hidden = intent.object === 'payment_intent' ? work.hidden(intent) : work.hidden(intent);
  delete hidden.returnOrigin;
  if (returnUrl !== null && /^https?:/.test(URL.parse(returnUrl)?.protocol ?? ''))
    hidden.returnOrigin = new URL(returnUrl).origin;
  return returnUrl === null
    ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
    : { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } };
}

const NOT_AUTHENTICATED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

function intentError(
  verdict: Extract<Verdict, { is: 'declined' | 'unauthenticated' }>,
  unauthenticated: string,
  failed: Stripe.Charge | null,
  method: Stripe.PaymentMethod,
): Stripe.PaymentIntent.LastPaymentError & Stripe.SetupIntent.LastSetupError {
  const decline: Decline | null = verdict.is === 'declined' ? verdict.decline : null;
  const code = decline?.code ?? unauthenticated;
  return {
    ...(failed === null ? {} : { charge: failed.id }),
    code,
    ...(decline === null ? {} : { decline_code: decline.declineCode }),
    doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`,
    message: decline?.message ?? NOT_AUTHENTICATED,
    payment_method: structuredClone(method),
    type: decline === null ? 'invalid_request_error' : 'card_error',
  };
}

/** The answer to a request whose payment was declined; what happened is kept. */
export function declinedError(intent: Stripe.PaymentIntent | Stripe.SetupIntent, keeps = true): ApiError {
  const error = intent.object === 'payment_intent' ? intent.last_payment_error : intent.last_setup_error;
  const type = error?.type === 'invalid_request_error' ? 'invalid_request_error' : 'card_error';
  return new ApiError(
    402,
    {
      type,
      message: error?.message ?? 'Your card was declined.',
      code: error?.code ?? 'card_declined',
      ...(error?.decline_code === undefined ? {} : { decline_code: error.decline_code }),
      ...(error?.charge === undefined ? {} : { charge: error.charge }),
      ...(error?.payment_method === undefined ? {} : { payment_method: error.payment_method }),
      ...(intent.object === 'payment_intent'
        ? { payment_intent: structuredClone(intent) }
        : { setup_intent: structuredClone(intent) }),
    },
    keeps,
  );
}

const OPEN: ReadonlySet<string> = new Set([
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
]);

export const isOpen = (intent: Stripe.PaymentIntent | Stripe.SetupIntent): boolean => OPEN.has(intent.status);

/** Ends an open intent: nothing is charged or saved by it any more. */
export async function cancelIntent(
  work: Work,
  intent: Stripe.PaymentIntent | Stripe.SetupIntent,
  reason: 'abandoned' | 'duplicate' | 'requested_by_customer' | null,
): Promise<void> {
  intent.status = 'canceled';
  intent.cancellation_reason = reason;
  intent.next_action = null;
  if (intent.object === 'payment_intent') intent.canceled_at = await work.timeOf(idOf(intent.customer));
  await work.emit(`${intent.object}.canceled`, intent);
}

/** Refuses what an intent's state does not allow. */
export function requireOpen(intent: Stripe.PaymentIntent | Stripe.SetupIntent, act: string): void {
  if (isOpen(intent)) return;
  const name = intent.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent';
  throw invalid(
    `You cannot ${act} this ${name} because it has a status of ${intent.status}.`,
    undefined,
    `${intent.object}_unexpected_state`,
  );
}
