import type Stripe from 'stripe';
import { idOf } from '../store/reference.ts';
import type { Work } from '../store/work.ts';
import type { Verdict } from './declines.ts';
import { charge, type Confirmation } from './intents.ts';
import { addBalanceTransaction, intentOf, paymentsOf } from './invoices.ts';
import { ownPaymentMethod } from './payment-methods.ts';
import { setting } from '../store/settings.ts';
import { endSubscription, saveSubscription } from './subscription-state.ts';

const DAY = 86_400;
const NO_CARD: Verdict = {
  is: 'declined',
  decline: {
    code: 'invoice_no_payment_method_types',
    declineCode: '',
    message: 'There is no payment method.',
  },
};

/** The subscription that an invoice is for. */
export async function subscriptionOf(
  work: Work,
  invoice: Stripe.Invoice,
): Promise<Stripe.Subscription | null> {
  const id = idOf(invoice.parent?.subscription_details?.subscription);
  return id === null ? null : work.find('subscription', id);
}

/** The card that an invoice is paid with when nothing else is said. */
export async function defaultMethod(
  work: Work,
  invoice: Stripe.Invoice,
  subscription: Stripe.Subscription | null,
): Promise<Stripe.PaymentMethod | null> {
  const customer = await work.get('customer', idOf(invoice.customer) ?? '', 'customer');
  for (const reference of [
    subscription?.default_payment_method,
    customer.invoice_settings.default_payment_method,
  ]) {
    const id = idOf(reference);
    const method = id === null ? null : await work.find('payment_method', id);
    if (method !== null && idOf(method.customer) === customer.id) return method;
  }
  return null;
}

/** Tries to collect an open invoice. */
export async function collect(
  work: Work,
  invoice: Stripe.Invoice,
  how: Confirmation & { method?: string | undefined },
): Promise<Verdict> {
  const customer = await work.get('customer', idOf(invoice.customer) ?? '', 'customer');
  const at = await work.timeOf(customer.id);
  const intent = await intentOf(work, invoice);
  if (intent === null || invoice.amount_remaining === 0) {
    await markPaid(work, invoice, at);
    return { is: 'accepted' };
  }
  const method =
    how.method === undefined
      ? await defaultMethod(work, invoice, await subscriptionOf(work, invoice))
      : await ownPaymentMethod(work, how.method, customer, 'payment_method', at);
  const verdict = method === null ? NO_CARD : await charge(work, intent, method, how);
  await settle(work, intent, verdict);
  return verdict;
}

/** Brings what a payment is for to where the payment has come. */
export async function settle(work: Work, intent: Stripe.PaymentIntent, verdict: Verdict): Promise<void> {
  const id = work.hidden(intent).invoice;
  if (id === undefined) return;
  const invoice = await work.get('invoice', id);
  const at = await work.timeOf(idOf(invoice.customer));
  if (verdict.is === 'accepted') {
    await keepCard(work, invoice, intent);
    await markPaid(work, invoice, at);
  } else await recordFailure(work, invoice, verdict, at);
}

async function keepCard(work: Work, invoice: Stripe.Invoice, intent: Stripe.PaymentIntent): Promise<void> {
  const subscription = await subscriptionOf(work, invoice);
  const method = idOf(intent.payment_method);
  if (subscription === null || method === null) return;
  if (subscription.payment_settings?.save_default_payment_method === 'on_subscription')
    subscription.default_payment_method = method;
}

/** An invoice is paid, by its payment intent or because nothing is due. */
export async function markPaid(work: Work, invoice: Stripe.Invoice, at: number): Promise<void> {
  const paidNothing = invoice.amount_due === 0;
  invoice.status = 'paid';
  invoice.attempted = true;
  if (!paidNothing) invoice.attempt_count += 1;
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = at;
  const hidden = work.hidden(invoice);
  hidden.due = null;
  delete hidden.next;
  for (const payment of await paymentsOf(work, invoice.id)) {
    if (payment.status !== 'open') continue;
    payment.status = 'paid';
    payment.amount_paid = payment.amount_requested;
    payment.status_transitions.paid_at = at;
    await work.emit('invoice_payment.paid', payment);
  }
  await work.emit('invoice.paid', invoice);
  await work.emit('invoice.payment_succeeded', invoice);
  await afterPaid(work, invoice);
}

async function afterPaid(work: Work, invoice: Stripe.Invoice): Promise<void> {
  const subscription = await subscriptionOf(work, invoice);
  if (subscription === null) return;
  const hidden = work.hidden(subscription);
  if (hidden.pending?.invoice === invoice.id) {
    const { next } = hidden.pending;
    delete hidden.pending;
    const { metadata, default_payment_method: method } = subscription;
    work.replace(subscription, { ...next, metadata, default_payment_method: method, pending_update: null });
    subscription.latest_invoice = invoice.id;
    saveSubscription(work, subscription);
    await work.emit('customer.subscription.pending_update_applied', subscription);
    await work.emit('customer.subscription.updated', subscription);
    return;
  }
  if (idOf(subscription.latest_invoice) !== invoice.id) return;
  if (!['incomplete', 'past_due', 'unpaid'].includes(subscription.status)) return;
  subscription.status = 'active';
  saveSubscription(work, subscription);
  await work.emit('customer.subscription.updated', subscription);
}

async function recordFailure(
  work: Work,
  invoice: Stripe.Invoice,
  verdict: Verdict,
  at: number,
): Promise<void> {
  invoice.attempted = true;
  invoice.attempt_count += 1;
  const subscription = await subscriptionOf(work, invoice);
  const waits =
    subscription === null ||
    subscription.status === 'incomplete' ||
    work.hidden(subscription).pending !== undefined;
  const ended = waits ? false : await scheduleRetry(work, invoice, at);
  if (verdict.is === 'authenticate') await work.emit('invoice.payment_action_required', invoice);
  await work.emit('invoice.payment_failed', invoice);
  if (waits || subscription === null) return;
  if (ended) {
    const { end } = await setting(work, 'dunning');
    if (end === 'cancel') {
      await endSubscription(work, subscription, at, 'payment_failed');
      return;
    }
    subscription.status = end;
  } else if (subscription.status === 'active' || subscription.status === 'trialing')
    subscription.status = 'past_due';
  else return;
  saveSubscription(work, subscription);
  await work.emit('customer.subscription.updated', subscription);
}

/** Plans the next try; true after the last. */
async function scheduleRetry(work: Work, invoice: Stripe.Invoice, at: number): Promise<boolean> {
  const hidden = work.hidden(invoice);
  const tries = (hidden.tries ?? 0) + 1;
  hidden.tries = tries;
  const days = (await setting(work, 'dunning')).days[tries - 1];
  invoice.next_payment_attempt = days === undefined ? null : at + days * DAY;
  hidden.due = invoice.next_payment_attempt;
  if (days === undefined) delete hidden.next;
  else hidden.next = 'retry';
  return days === undefined;
}

/** Voids what is no longer to be paid. */
export async function voidInvoice(work: Work, invoice: Stripe.Invoice, at: number): Promise<void> {
  invoice.status = 'void';
  invoice.status_transitions.voided_at = at;
  invoice.next_payment_attempt = null;
  const hidden = work.hidden(invoice);
  hidden.due = null;
  delete hidden.next;
  for (const payment of await paymentsOf(work, invoice.id)) {
    if (payment.status !== 'open') continue;
    payment.status = 'canceled';
    payment.status_transitions.canceled_at = at;
  }
  const intent = await intentOf(work, invoice);
  if (intent !== null && intent.status !== 'succeeded' && intent.status !== 'canceled') {
    intent.status = 'canceled';
    intent.canceled_at = at;
    intent.cancellation_reason = 'void_invoice';
    intent.next_action = null;
    await work.emit('payment_intent.canceled', intent);
  }
  await giveBalanceBack(work, invoice, at);
  await work.emit('invoice.voided', invoice);
}

/** What of the customer's balance was taken for an invoice comes back when it is voided. */
async function giveBalanceBack(work: Work, invoice: Stripe.Invoice, at: number): Promise<void> {
  const { starting_balance: before, ending_balance: after } = invoice;
  if (after === null || after === before) return;
  const customer = await work.get('customer', idOf(invoice.customer) ?? '');
  addBalanceTransaction(work, customer, before - after, 'unapplied_from_invoice', at, invoice.id);
}
