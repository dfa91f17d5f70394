import type Stripe from 'stripe';
import { invalid } from '../http/errors.ts';
import { idOf } from '../store/reference.ts';
import type { Work } from '../store/work.ts';
import type { Change } from './change-plan.ts';
import { applied } from './discounts.ts';
import { keepForLater } from './extra-items.ts';
import { declinedError } from './intents.ts';
import { addInvoice, finalize, intentOf } from './invoices.ts';
import { collect, subscriptionOf, voidInvoice } from './settle.ts';
import { consumeDiscounts, type PaymentBehavior } from './subscribe.ts';
import { waitingLines } from './subscription-items.ts';
import { PAYMENT_SECONDS, periodOf, saveSubscription } from './subscription-state.ts';

interface Payment {
  readonly behavior: PaymentBehavior;
  readonly offSession: boolean;
}

/** Makes a planned change, at once or when its invoice is paid. */
export async function makeChange(
  work: Work,
  at: number,
  subscription: Stripe.Subscription,
  change: Change,
  { behavior, offSession }: Payment,
): Promise<void> {
  await dropPending(work, subscription, at);
  const waits = change.invoices && behavior === 'pending_if_incomplete';
  if (!waits) work.replace(subscription, change.next);
  if (!change.invoices) {
    await keepForLater(work, subscription, change.lines, at);
    saveSubscription(work, subscription);
    return;
  }
  const invoice = await invoiceChange(work, at, subscription, change);
  subscription.latest_invoice = invoice.id;
  if (waits) {
    const due = { ...change.next, latest_invoice: invoice.id };
    work.hidden(subscription).pending = { next: due, invoice: invoice.id };
    subscription.pending_update = pendingUpdate(subscription, change.next, at);
  } else await consumeDiscounts(work, subscription, invoice);
  if (behavior === 'default_incomplete' && invoice.amount_due > 0) {
    subscription.status = 'past_due';
    saveSubscription(work, subscription);
    return;
  }
  saveSubscription(work, subscription);
  const verdict = await collect(work, invoice, { offSession });
  if (verdict.is !== 'accepted' && behavior === 'error_if_incomplete') {
    const intent = await intentOf(work, invoice);
    if (intent !== null) throw declinedError(intent, false);
    throw invalid(
      'This customer has no attached payment source or default payment method.',
      undefined,
      'resource_missing',
    );
  }
}

/** The invoice of a change, with what has been waiting for one. */
async function invoiceChange(
  work: Work,
  at: number,
  subscription: Stripe.Subscription,
  change: Change,
): Promise<Stripe.Invoice> {
  const waiting = await waitingLines(work, subscription);
  const invoice = await addInvoice(work, at, {
    customer: await work.get('customer', idOf(subscription.customer), 'customer'),
    subscription: change.next,
    lines: [...waiting.lines, ...change.lines],
    discounts: await applied(work, change.next.discounts, at),
    reason: 'subscription_update',
    period: { start: periodOf(subscription).start, end: at },
    currency: change.next.currency,
  });
  for (const item of waiting.items) item.invoice = invoice.id;
  await finalize(work, invoice, at);
  return invoice;
}

function pendingUpdate(
  was: Stripe.Subscription,
  next: Stripe.Subscription,
  at: number,
): Stripe.Subscription.PendingUpdate {
  return {
    billing_cycle_anchor:
      was.billing_cycle_anchor === next.billing_cycle_anchor ? null : next.billing_cycle_anchor,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at: at + PAYMENT_SECONDS,
    metadata: null,
    subscription_items: structuredClone(next.items.data),
    trial_end: was.trial_end === next.trial_end ? null : next.trial_end,
    trial_from_plan: null,
  };
}

/** Gives up an unpaid update, because another one takes its place or its time is over. */
export async function dropPending(
  work: Work,
  subscription: Stripe.Subscription,
  at: number,
): Promise<boolean> {
  const hidden = work.hidden(subscription);
  if (hidden.pending === undefined) return false;
  const invoice = await work.find('invoice', hidden.pending.invoice);
  delete hidden.pending;
  subscription.pending_update = null;
  if (invoice?.status === 'open') await voidInvoice(work, invoice, at);
  return true;
}

/** Voiding the invoice of an unpaid update drops the update. */
export async function forgetPendingOf(work: Work, invoice: Stripe.Invoice): Promise<void> {
  const subscription = await subscriptionOf(work, invoice);
  if (subscription === null) return;
  const hidden = work.hidden(subscription);
  if (hidden.pending?.invoice !== invoice.id) return;
  delete hidden.pending;
  subscription.pending_update = null;
  saveSubscription(work, subscription);
  await work.emit('customer.subscription.updated', subscription);
}
