import type Stripe from 'stripe';
import { invalid } from '../http/errors.ts';
import { idOf } from '../store/reference.ts';
import type { Work } from '../store/work.ts';
import type { CardInput } from './cards.ts';
import { checkoutCustomer } from './customers.ts';
import type { Authentication, Verdict } from './declines.ts';
import { redeem } from './discounts.ts';
import { addPaymentIntent, cancelIntent, charge, declinedError, isOpen, setUp } from './intents.ts';
import { intentOf } from './invoices.ts';
import { addCard, attach, type BillingDetails } from './payment-methods.ts';
import { expire } from './renew.ts';
import { settle } from './settle.ts';
import { addSetupIntent } from './setup-intents.ts';
import { subscribe } from './subscribe.ts';

export type Session = Stripe.Checkout.Session;

export interface Payer {
  readonly card: CardInput;
  readonly details: BillingDetails;
}

/** What paying came to: done, or the address where the customer authenticates. */
export type CheckoutResult =
  | { readonly is: 'done' }
  | { readonly is: 'authenticate'; readonly intent: string };

/** The customer pays on the checkout page. A declined card throws and leaves the session open. */
export async function payCheckout(work: Work, session: Session, payer: Payer): Promise<CheckoutResult> {
  if (session.status !== 'open') throw invalid('This checkout session is no longer open.');
  const at = await work.timeOf(idOf(session.customer));
  const customer = await checkoutCustomer(work, session, payer.details, at);
  const method = addCard(work, at, payer.card, payer.details);
  if (session.mode === 'payment') return payOnce(work, session, customer, method, at);
  const starts = session.mode === 'subscription' && (session.amount_total ?? 0) > 0;
  return starts
    ? startSubscription(work, session, customer, method, at)
    : saveCard(work, session, customer, method, at);
}

/** What costs nothing now may be had without a card. */
export async function skipPayment(
  work: Work,
  session: Session,
  details: BillingDetails,
): Promise<CheckoutResult> {
  const free = session.mode !== 'setup' && session.amount_total === 0;
  if (session.status !== 'open' || !free || session.payment_method_collection !== 'if_required')
    throw invalid('This checkout session needs a payment method.');
  const at = await work.timeOf(idOf(session.customer));
  const customer = await checkoutCustomer(work, session, details, at);
  if (session.mode === 'payment') {
    await complete(work, session, 'no_payment_required');
    return { is: 'done' };
  }
  if (customer === null) throw invalid('This checkout session needs a customer.');
  await beginTrial(work, session, customer, null, at);
  return { is: 'done' };
}

async function payOnce(
  work: Work,
  session: Session,
  customer: Stripe.Customer | null,
  method: Stripe.PaymentMethod,
  at: number,
): Promise<CheckoutResult> {
  const data = work.hidden(session).paymentData;
  const known = idOf(session.payment_intent);
  const intent =
    known === null
      ? await addPaymentIntent(work, at, {
          amount: session.amount_total ?? 0,
          currency: session.currency ?? 'usd',
          customer: customer?.id ?? null,
          clock: idOf(customer?.test_clock),
          metadata: data?.metadata ?? {},
          description: data?.description ?? null,
          save: data?.save ? 'off_session' : null,
          receiptEmail: session.customer_details?.email ?? null,
          checkout: session.id,
        })
      : await work.get('payment_intent', known);
  session.payment_intent = intent.id;
  const verdict = await charge(work, intent, method, { offSession: false });
  return after(work, session, intent, verdict, at);
}

async function startSubscription(
  work: Work,
  session: Session,
  customer: Stripe.Customer | null,
  method: Stripe.PaymentMethod,
  at: number,
): Promise<CheckoutResult> {
  if (customer === null) throw invalid('This checkout session needs a customer.');
  await abandon(work, session, at);
  await attach(work, method, customer);
  const started = await makeSubscription(work, session, customer, method.id, at);
  const invoice = await work.get('invoice', idOf(started.latest_invoice) ?? '');
  const intent = await intentOf(work, invoice);
  session.subscription = started.id;
  session.invoice = invoice.id;
  if (intent === null || intent.status === 'succeeded') {
    await complete(work, session, 'paid');
    return { is: 'done' };
  }
  if (intent.status !== 'requires_action') throw declinedError(intent, false);
  work.hidden(intent).checkout = session.id;
  return { is: 'authenticate', intent: intent.id };
}

/** The tax rates of an item itself; those of the subscription stay its own. */
const ownRates = ({ taxes }: Stripe.LineItem, shared: readonly string[]): string[] =>
  (taxes ?? []).map(({ rate }) => rate.id).filter((id) => !shared.includes(id));

async function saveCard(
  work: Work,
  session: Session,
  customer: Stripe.Customer | null,
  method: Stripe.PaymentMethod,
  at: number,
): Promise<CheckoutResult> {
  const data = work.hidden(session).setupData;
  const known = idOf(session.setup_intent);
  const intent =
    known === null
      ? await addSetupIntent(work, at, {
          customer: customer?.id ?? null,
          clock: idOf(customer?.test_clock),
          metadata: data?.metadata ?? {},
          description: data?.description ?? null,
          checkout: session.id,
        })
      : await work.get('setup_intent', known);
  session.setup_intent = intent.id;
  const verdict = await setUp(work, intent, method, {});
  return after(work, session, intent, verdict, at);
}

async function after(
  work: Work,
  session: Session,
  intent: Stripe.PaymentIntent | Stripe.SetupIntent,
  verdict: Verdict,
  at: number,
): Promise<CheckoutResult> {
  if (verdict.is === 'authenticate') return { is: 'authenticate', intent: intent.id };
  if (verdict.is !== 'accepted') throw declinedError(intent);
  await finishCheckout(work, session, intent, at);
  return { is: 'done' };
}

/** Completes the session that a successful intent belongs to. */
async function finishCheckout(
  work: Work,
  session: Session,
  intent: Stripe.PaymentIntent | Stripe.SetupIntent,
  at: number,
): Promise<void> {
  if (session.status !== 'open') return;
  if (intent.object === 'payment_intent' || session.mode === 'setup') {
    await complete(work, session, intent.object === 'payment_intent' ? 'paid' : 'no_payment_required');
    return;
  }
  const customer = await work.get('customer', idOf(session.customer) ?? '', 'customer');
  await beginTrial(work, session, customer, idOf(intent.payment_method), at);
}

async function beginTrial(
  work: Work,
  session: Session,
  customer: Stripe.Customer,
  method: string | null,
  at: number,
): Promise<void> {
  const started = await makeSubscription(work, session, customer, method, at);
  session.subscription = started.id;
  session.invoice = idOf(started.latest_invoice);
  // Stripe answers no setup intent of a subscription's checkout.
  session.setup_intent = null;
  await complete(work, session, 'no_payment_required');
}

async function makeSubscription(
  work: Work,
  session: Session,
  customer: Stripe.Customer,
  method: string | null,
  at: number,
): Promise<Stripe.Subscription> {
  const { items = [], subscriptionData: data } = work.hidden(session);
  const days = data?.trialDays ?? null;
  return subscribe(work, at, {
    customer,
    items: items
      .filter((item) => item.price?.recurring != null)
      .map((item) => ({
        price: item.price?.id,
        quantity: item.quantity ?? 1,
        tax_rates: ownRates(item, data?.taxRates ?? []),
      })),
    addInvoiceItems: items
      .filter((item) => item.price?.recurring == null)
      .map((item) => ({
        price: item.price?.id,
        quantity: item.quantity ?? 1,
        tax_rates: item.taxes?.map((tax) => tax.rate.id),
      })),
    trialEnd: data?.trialEnd ?? (days === null ? null : at + days * 86_400),
    missingCard: data?.missingCard,
    method,
    behavior: 'allow_incomplete',
    defaultTaxRates: data?.taxRates,
    discounts: (session.discounts ?? []).map((one) => ({
      coupon: one.promotion_code === null ? (idOf(one.coupon) ?? undefined) : undefined,
      promotion_code: idOf(one.promotion_code) ?? undefined,
    })),
    metadata: data?.metadata ?? {},
    description: data?.description ?? null,
  });
}

async function complete(work: Work, session: Session, paid: Session['payment_status']): Promise<void> {
  session.status = 'complete';
  session.payment_status = paid;
  session.url = null;
  work.hidden(session).due = null;
  // An invoice's discounts are counted by themselves.
  if (session.mode === 'payment') await redeem(work, session.discounts ?? []);
  await work.emit('checkout.session.completed', session);
}

/** The customer has answered the bank's question: the payment or the saving of a card goes on. */
export async function authenticate(
  work: Work,
  intent: Stripe.PaymentIntent | Stripe.SetupIntent,
  authentication: Exclude<Authentication, null>,
): Promise<Verdict> {
  if (intent.status !== 'requires_action') throw invalid('This payment does not wait for authentication.');
  const method = await work.get('payment_method', idOf(intent.payment_method) ?? '');
  const how = { offSession: false, authentication };
  const verdict =
    intent.object === 'payment_intent'
      ? await charge(work, intent, method, how)
      : await setUp(work, intent, method, how);
  if (intent.object === 'payment_intent') await settle(work, intent, verdict);
  const { checkout } = work.hidden(intent as Stripe.PaymentIntent);
  if (checkout === undefined) return verdict;
  const session = await work.get('checkout.session', checkout);
  const at = await work.timeOf(idOf(session.customer));
  if (verdict.is === 'accepted') await finishCheckout(work, session, intent, at);
  else await abandon(work, session, at);
  return verdict;
}

/** Ends a subscription whose first payment was not authenticated, so that only one can ever be paid. */
async function abandon(work: Work, session: Session, at: number): Promise<void> {
  if (session.subscription === null || session.status !== 'open') return;
  const started = await work.get('subscription', idOf(session.subscription) ?? '');
  if (started.status === 'incomplete') await expire(work, started, at);
  session.subscription = null;
  session.invoice = null;
}

/** An open session whose time is over: what it began to pay can no longer be confirmed. */
export async function expireCheckout(work: Work, session: Session): Promise<void> {
  const at = await work.timeOf(idOf(session.customer));
  await abandon(work, session, at);
  const payment = await work.find('payment_intent', idOf(session.payment_intent) ?? '');
  const setup = await work.find('setup_intent', idOf(session.setup_intent) ?? '');
  for (const intent of [payment, setup])
    if (intent !== null && isOpen(intent)) await cancelIntent(work, intent, 'abandoned');
  session.status = 'expired';
  session.url = null;
  work.hidden(session).due = null;
  await work.emit('checkout.session.expired', session);
}
