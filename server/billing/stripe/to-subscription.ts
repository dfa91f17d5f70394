import type { Stripe } from 'stripe';
import {
  SUBSCRIPTION_STATUSES,
  type SubscriptionState,
  type SubscriptionStatus,
} from '#shared/billing/rules-provider.ts';
import { idOf, objectOf, type FetchedCustomer } from './fetch-customer.ts';

/** An instant of Stripe's seconds. */
export const instantOf = (seconds: number): Temporal.Instant =>
  Temporal.Instant.fromEpochMilliseconds(seconds * 1000);
const orNull = (seconds: number | null): Temporal.Instant | null =>
  seconds === null ? null : instantOf(seconds);

const isStatus = (status: string): status is SubscriptionStatus =>
  (SUBSCRIPTION_STATUSES as readonly string[]).includes(status);

/** A subscription in our words; null where it is none that we sell: several items, no price, an unknown status. */
export function toSubscription(
  subscription: Stripe.Subscription,
  fetched: Pick<FetchedCustomer, 'customer' | 'intents' | 'invoices' | 'previews'>,
): SubscriptionState | null {
  const { id, status, items } = subscription;
  const [item] = items.data;
  if (item === undefined || items.data.length > 1 || !isStatus(status)) return null;
  const last = lastInvoice(subscription, fetched.invoices);
  const hasFailed = last !== null && last.status !== 'paid';
  return {
    id,
    status,
    item_id: item.id,
    price_id: item.price.id,
    created_at: instantOf(subscription.created),
    period_start: instantOf(item.current_period_start),
    period_end: instantOf(item.current_period_end),
    trial_end: orNull(subscription.trial_end),
    cancel_at_period_end: subscription.cancel_at_period_end,
    cancel_at: orNull(subscription.cancel_at),
    ended_at: orNull(subscription.ended_at),
    pending: pendingOf(subscription, item),
    last_payment: last === null ? null : hasFailed ? 'failed' : 'success',
    failing:
      hasFailed && last.status === 'open'
        ? {
            invoice_id: last.id,
            attempts: last.attempt_count,
            next_attempt_at: orNull(last.next_payment_attempt),
            ...untriedCard(last, subscription, fetched),
          }
        : null,
    next: nextOf(fetched.previews.get(id)),
    checkout_id: subscription.metadata['checkout_id'] ?? null,
  };
}

/** The card that is charged next, where the invoice was refused with another one. */
function untriedCard(
  { payments }: Stripe.Invoice,
  { default_payment_method: own }: Stripe.Subscription,
  { customer, intents }: Pick<FetchedCustomer, 'customer' | 'intents'>,
): { readonly untried_card?: string } {
  const general = customer.deleted === true ? null : customer.invoice_settings.default_payment_method;
  const card = idOf(own) ?? idOf(general);
  const ids = new Set((payments?.data ?? []).map(({ payment }) => idOf(payment.payment_intent)));
  const intent = intents.find(({ id }) => ids.has(id));
  const tried = intent?.last_payment_error?.payment_method?.id;
  return card === null || tried === undefined || tried === card ? {} : { untried_card: card };
}

/** Whether it is the subscription's invoice. */
export const isInvoiceOf = (invoice: Stripe.Invoice, subscription: string): boolean =>
  idOf(invoice.parent?.subscription_details?.subscription) === subscription;

/**
 * The newest invoice that was paid or tried in vain; a trial's says nothing. A plan change that is not paid never took
 * effect.
 */
function lastInvoice(
  { id }: Stripe.Subscription,
  invoices: readonly Stripe.Invoice[],
): Stripe.Invoice | null {
  const said = invoices.filter((invoice) => {
    if (!isInvoiceOf(invoice, id)) return false;
    if (invoice.status === 'paid') return invoice.subtotal > 0;
    const failed = invoice.status === 'uncollectible' || (invoice.status === 'open' && invoice.attempted);
    return failed && invoice.billing_reason !== 'subscription_update';
  });
  return said.toSorted((a, b) => b.created - a.created)[0] ?? null;
}

/** The phase of a schedule that follows the current one with another price. */
export function pendingOf(
  { schedule }: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
): SubscriptionState['pending'] {
  const standing = objectOf(schedule);
  if (standing === null || (standing.status !== 'active' && standing.status !== 'not_started')) return null;
  const from = standing.current_phase?.end_date ?? 0;
  const next = standing.phases.find(({ start_date }) => start_date >= from);
  const price_id = idOf(next?.items[0]?.price);
  if (next === undefined || price_id === null || price_id === item.price.id) return null;
  return { price_id, from: instantOf(next.start_date) };
}

/** The sum of an invoice's taxes in cents. */
export const taxOf = (invoice: Pick<Stripe.Invoice, 'total_taxes'>): number =>
  (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);

function nextOf(preview: Stripe.Invoice | undefined): SubscriptionState['next'] {
  if (preview === undefined || preview.total < 0 || preview.currency !== 'usd') return null;
  const vat_cents = taxOf(preview);
  return { net_cents: preview.total - vat_cents, vat_cents, total_cents: preview.total };
}
