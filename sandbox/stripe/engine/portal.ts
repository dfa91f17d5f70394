import type Stripe from 'stripe';
import { idOf } from '../store/reference.ts';
import { equals, type Work } from '../store/work.ts';
import type { CardInput } from './cards.ts';
import type { CheckoutResult } from './checkout.ts';
import { declinedError, setUp } from './intents.ts';
import { intentOf } from './invoices.ts';
import { addCard, type BillingDetails } from './payment-methods.ts';
import { collect } from './settle.ts';
import { addSetupIntent } from './setup-intents.ts';
import { hasEnded } from './subscription-state.ts';

/** The portal session of the last part of its address. */
export async function portalSession(
  work: Work,
  secret: string,
): Promise<Stripe.BillingPortal.Session | null> {
  const all = await work.select('billing_portal.session', [
    { sql: `right(data ->> 'url', length($)) = $`, values: [`/portal/${secret}`, `/portal/${secret}`] },
  ]);
  return all[0] ?? null;
}

/** The customer enters a new card in the portal. It becomes the one for all that follows. */
export async function replaceCard(
  work: Work,
  customer: Stripe.Customer,
  card: CardInput,
  details: BillingDetails,
): Promise<CheckoutResult> {
  const at = await work.timeOf(customer.id);
  const method = addCard(work, at, card, details);
  const intent = await addSetupIntent(work, at, {
    customer: customer.id,
    clock: idOf(customer.test_clock),
  });
  const verdict = await setUp(work, intent, method, {});
  if (verdict.is === 'authenticate') return { is: 'authenticate', intent: intent.id };
  if (verdict.is !== 'accepted') throw declinedError(intent);
  await setDefaultCard(work, customer, method.id);
  return { is: 'done' };
}

/** Makes a saved card the default of a customer and of the running subscriptions. */
export async function setDefaultCard(work: Work, customer: Stripe.Customer, method: string): Promise<void> {
  customer.invoice_settings.default_payment_method = method;
  await work.emit('customer.updated', customer);
  for (const subscription of await work.select('subscription', [equals('customer', customer.id)])) {
    if (hasEnded(subscription) || subscription.default_payment_method === null) continue;
    subscription.default_payment_method = method;
    await work.emit('customer.subscription.updated', subscription);
  }
}

/** Pays an open invoice with the customer's card, as the portal offers it after a failure. */
export async function payInvoice(work: Work, invoice: Stripe.Invoice): Promise<CheckoutResult> {
  const verdict = await collect(work, invoice, { offSession: false });
  const intent = await intentOf(work, invoice);
  if (verdict.is === 'accepted' || intent === null) return { is: 'done' };
  if (verdict.is === 'authenticate') return { is: 'authenticate', intent: intent.id };
  throw declinedError(intent);
}
