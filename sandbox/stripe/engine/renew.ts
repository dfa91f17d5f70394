import type Stripe from 'stripe';
import { periodAt } from '../../lib/money/periods.ts';
import { idOf } from '../store/reference.ts';
import type { Work } from '../store/work.ts';
import { applied } from './discounts.ts';
import { addInvoice, DRAFT_SECONDS, finalize } from './invoices.ts';
import { collect, defaultMethod, subscriptionOf, voidInvoice } from './settle.ts';
import { consumeDiscounts } from './subscribe.ts';
import { intervalOf, periodLines, waitingLines } from './subscription-items.ts';
import { endSubscription, PAYMENT_SECONDS, periodOf, saveSubscription } from './subscription-state.ts';
import { dropPending } from './update-subscription.ts';

const DAY = 86_400;

/** What time alone does to a subscription at an instant. */
export async function subscriptionDue(
  work: Work,
  subscription: Stripe.Subscription,
  at: number,
): Promise<void> {
  const hidden = work.hidden(subscription);
  if (subscription.status === 'incomplete') {
    if (subscription.created + PAYMENT_SECONDS <= at) await expire(work, subscription, at);
    return;
  }
  if (subscription.pending_update !== null && subscription.pending_update.expires_at <= at) {
    await dropPending(work, subscription, at);
    await work.emit('customer.subscription.pending_update_expired', subscription);
    await work.emit('customer.subscription.updated', subscription);
  }
  if (subscription.status === 'trialing' && subscription.trial_end !== null && hidden.noticed !== true) {
    if (subscription.trial_end - 3 * DAY <= at) {
      hidden.noticed = true;
      await work.emit('customer.subscription.trial_will_end', subscription);
    }
  }
  if (subscription.cancel_at !== null && subscription.cancel_at <= at)
    await endSubscription(work, subscription, at, 'cancellation_requested');
  else if (periodOf(subscription).end <= at) await renew(work, subscription, at);
  saveSubscription(work, subscription);
}

/** A first payment that never came. */
export async function expire(work: Work, subscription: Stripe.Subscription, at: number): Promise<void> {
  subscription.status = 'incomplete_expired';
  subscription.ended_at = at;
  saveSubscription(work, subscription);
  const latest = idOf(subscription.latest_invoice);
  const invoice = latest === null ? null : await work.find('invoice', latest);
  if (invoice?.status === 'open') await voidInvoice(work, invoice, at);
  await work.emit('customer.subscription.updated', subscription);
}

async function renew(work: Work, subscription: Stripe.Subscription, at: number): Promise<void> {
  const customer = await work.get('customer', idOf(subscription.customer), 'customer');
  if (subscription.status === 'trialing' && !(await maySubscribe(work, subscription, customer, at))) return;
  if (subscription.status === 'trialing') subscription.status = 'active';
  const period = periodAt(subscription.billing_cycle_anchor, intervalOf(subscription.items.data), at);
  const before = periodOf(subscription);
  for (const item of subscription.items.data)
    Object.assign(item, { current_period_start: period.start, current_period_end: period.end });
  const waiting = await waitingLines(work, subscription);
  const invoice = await addInvoice(work, at, {
    customer,
    subscription,
    lines: [...waiting.lines, ...(await periodLines(work, subscription, false))],
    discounts: await applied(work, subscription.discounts, at),
    reason: 'subscription_cycle',
    period: before,
    currency: subscription.currency,
  });
  for (const item of waiting.items) item.invoice = invoice.id;
  invoice.automatically_finalizes_at = at + DRAFT_SECONDS;
  Object.assign(work.hidden(invoice), { next: 'finalize', due: at + DRAFT_SECONDS });
  subscription.latest_invoice = invoice.id;
  await consumeDiscounts(work, subscription, invoice);
  await work.emit('customer.subscription.updated', subscription);
}

/** A trial that ends without a card does what its settings say. */
async function maySubscribe(
  work: Work,
  subscription: Stripe.Subscription,
  customer: Stripe.Customer,
  at: number,
): Promise<boolean> {
  const behavior = subscription.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice';
  if (behavior === 'create_invoice') return true;
  const has =
    subscription.default_payment_method !== null || customer.invoice_settings.default_payment_method !== null;
  if (has) return true;
  if (behavior === 'cancel') await endSubscription(work, subscription, at, 'payment_failed');
  else {
    subscription.status = 'paused';
    await work.emit('customer.subscription.paused', subscription);
    await work.emit('customer.subscription.updated', subscription);
  }
  return false;
}

/** A draft becomes final and is collected; a failed payment is tried again. */
export async function invoiceDue(work: Work, invoice: Stripe.Invoice, at: number): Promise<void> {
  const { next } = work.hidden(invoice);
  if (next === 'finalize') await finalize(work, invoice, at);
  else if (next !== 'retry' || invoice.status !== 'open') {
    work.hidden(invoice).due = null;
    return;
  }
  work.hidden(invoice).due = null;
  const card = await defaultMethod(work, invoice, await subscriptionOf(work, invoice));
  await collect(work, invoice, { offSession: true, ...(card === null ? {} : { method: card.id }) });
}
