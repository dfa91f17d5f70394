import type Stripe from 'stripe';
import { ApiError, invalid } from '../http/errors.ts';
import { idOf } from '../store/reference.ts';
import { equals, type Work } from '../store/work.ts';
import { cardByName, readCard, storedCard, type Behavior, type CardInput, type StoredCard } from './cards.ts';
import { DECLINES } from './declines.ts';

export type BillingDetails = Stripe.PaymentMethod.BillingDetails;

export const NO_DETAILS: BillingDetails = {
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};

/** Keeps a typed card as a new payment method. The number is read here and goes no further. */
export function addCard(
  work: Work,
  at: number,
  input: CardInput,
  details: BillingDetails = NO_DETAILS,
): Stripe.PaymentMethod {
  const today = Temporal.Instant.fromEpochMilliseconds(at * 1000).toZonedDateTimeISO('UTC');
  return addPaymentMethod(work, at, readCard(input, today), details);
}

function addPaymentMethod(
  work: Work,
  at: number,
  card: StoredCard,
  details: BillingDetails,
): Stripe.PaymentMethod {
  const method: Stripe.PaymentMethod = {
    id: work.id('payment_method'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: details,
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'unchecked' },
      country: 'US',
      display_brand: card.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: card.fingerprint,
      funding: 'credit',
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: at,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
  return work.add(method, {
    behavior: card.behavior,
    prepared: false,
  });
}

/** The payment method of an id; a name such as pm_card_visa makes a new one. */
export async function paymentMethod(
  work: Work,
  id: string,
  at: number,
  param = 'payment_method',
): Promise<Stripe.PaymentMethod> {
  const named = cardByName(id);
  if (named === undefined) return work.get('payment_method', id, param);
  const year = Temporal.Instant.fromEpochMilliseconds(at * 1000).toZonedDateTimeISO('UTC').year;
  return addPaymentMethod(work, at, storedCard(named, 12, year + 3), NO_DETAILS);
}

export const behaviorOf = (work: Work, method: Stripe.PaymentMethod): Behavior =>
  (work.hidden(method).behavior ?? 'succeeds') as Behavior;

/** Gives a payment method to a customer. A card that always declines is refused here already. */
export async function attach(
  work: Work,
  method: Stripe.PaymentMethod,
  customer: Stripe.Customer,
): Promise<void> {
  const owner = idOf(method.customer);
  if (owner === customer.id) return;
  if (owner !== null) {
    throw invalid(
      'The payment method you provided has already been attached to a customer.',
      'payment_method',
      'payment_method_unexpected_state',
    );
  }
  const decline = DECLINES[behaviorOf(work, method)];
  if (decline !== undefined) {
    throw new ApiError(402, {
      type: 'card_error',
      code: decline.code,
      decline_code: decline.declineCode,
      message: decline.message,
    });
  }
  method.customer = customer.id;
  work.hidden(method).clock = idOf(customer.test_clock);
  await work.emit('payment_method.attached', method);
}

/** Takes a payment method from its customer; nothing is paid with it from then on. */
export async function detach(work: Work, method: Stripe.PaymentMethod): Promise<void> {
  const owner = idOf(method.customer);
  if (owner === null)
    throw invalid(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    );
  const customer = await work.get('customer', owner);
  if (idOf(customer.invoice_settings.default_payment_method) === method.id)
    customer.invoice_settings.default_payment_method = null;
  for (const subscription of await work.select('subscription', [equals('default_payment_method', method.id)]))
    subscription.default_payment_method = null;
  await work.emit('payment_method.detached', method);
  method.customer = null;
}

/** The customer's payment method; refuses one of somebody else. */
export async function ownPaymentMethod(
  work: Work,
  id: string,
  customer: Stripe.Customer,
  param: string,
  at: number,
): Promise<Stripe.PaymentMethod> {
  const method = await paymentMethod(work, id, at, param);
  if (idOf(method.customer) === null && cardByName(id) !== undefined) await attach(work, method, customer);
  if (idOf(method.customer) !== customer.id) {
    throw invalid(
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      param,
      'resource_missing',
    );
  }
  return method;
}
