import type { Stripe } from 'stripe';
import { OF_NO_PLAN, type PaymentState } from '#shared/billing/rules-provider.ts';
import { idOf, objectOf, type FetchedCustomer } from './fetch-customer.ts';
import { moneyBack } from './money-back.ts';
import { instantOf, taxOf } from './to-subscription.ts';

/** A payment that is not taken into account, and why; for the log. */
export interface Ignored {
  readonly id: string;
  readonly reason: string;
}

/** A payment in our words, a payment left alone, or null where there is none. */
export type Judged = { readonly payment: PaymentState } | { readonly ignored: Ignored } | null;

const ignored = (id: string, reason: string): Judged => ({ ignored: { id, reason } });

/** Payment intents that pay invoices; the payment of an invoice is judged with it. */
export const invoiceIntents = (invoices: readonly Stripe.Invoice[]): ReadonlySet<string> =>
  new Set(
    invoices.flatMap((invoice) => (invoice.payments?.data ?? []).flatMap((paid) => intentOf(paid) ?? [])),
  );

const intentOf = ({ payment }: Stripe.InvoicePayment): string | null => idOf(payment.payment_intent);

/**
 * What a paid invoice pays: the line of a subscription's period. Its price decides the grant; credits for unused time
 * are part of the same payment (docs/product/billing.md#what-a-payment-pays).
 */
export function invoicePayment(invoice: Stripe.Invoice, fetched: FetchedCustomer): Judged {
  if (invoice.status !== 'paid') return null;
  if (invoice.currency !== 'usd') return ignored(invoice.id, 'currency');
  const sold = invoice.lines.data.filter(isPeriod);
  const [line] = sold;
  if (line === undefined || sold.length > 1) return ignored(invoice.id, 'no single period');
  const details = line.parent?.subscription_item_details;
  const subscription = fetched.subscriptions.find(({ id }) => id === details?.subscription);
  const price_id = idOf(line.pricing?.price_details?.price);
  if (details == null || subscription === undefined || price_id === null)
    return ignored(invoice.id, 'no subscription');
  const intent = (invoice.payments?.data ?? []).find(({ status }) => status === 'paid');
  const intentId = intent === undefined ? null : intentOf(intent);
  const trialEnd = subscription.trial_end;
  const is_first = invoice.billing_reason === 'subscription_create';
  return {
    payment: {
      provider_id: intentId ?? invoice.id,
      kind: 'plan',
      price_id,
      quantity: line.quantity ?? 1,
      subscription_id: subscription.id,
      item_id: details.subscription_item,
      invoice_id: invoice.id,
      period_start: instantOf(line.period.start),
      period_end: instantOf(line.period.end),
      // A coupon leaves the line's own amount as it is; only a trial's line costs nothing.
      is_trial: line.amount === 0 && trialEnd !== null && line.period.start < trialEnd,
      is_first,
      total_cents: Math.max(0, invoice.total),
      net_cents: Math.max(0, invoice.total - taxOf(invoice)),
      ...moneyBack(intentId, fetched),
      paid_at: instantOf(invoice.status_transitions.paid_at ?? invoice.created),
      ...creditedBy(invoice),
      checkout_id: is_first ? (subscription.metadata['checkout_id'] ?? null) : null,
    },
  };
}

/** The line of a whole period, not of a rest of one. */
const isPeriod = ({ parent, amount }: Stripe.InvoiceLineItem): boolean =>
  parent?.subscription_item_details?.proration === false && amount >= 0;

/** How many plan credits a change at once was counted by; its line says it (docs/product/plan-changes.md#upgrade-and-switch). */
function creditedBy({ lines }: Stripe.Invoice): Pick<PaymentState, 'credited_unspent'> {
  const counted = lines.data.find(({ amount, metadata }) => amount < 0 && metadata['unspent'] !== undefined);
  const unspent = Number(counted?.metadata['unspent']);
  return Number.isSafeInteger(unspent) ? { credited_unspent: unspent } : {};
}

const KINDS = ['bundle', 'top-up'] as const;

/**
 * What a completed one-off Checkout sold, by its own lines. It counts if the money that came is what the lines add up
 * to.
 */
export function checkoutPayment(session: Stripe.Checkout.Session, fetched: FetchedCustomer): Judged {
  if (session.mode !== 'payment' || session.status !== 'complete' || session.payment_status === 'unpaid')
    return null;
  const { id, amount_total: total } = session;
  const intentId = idOf(session.payment_intent);
  const intent = fetched.intents.find((one) => one.id === intentId);
  const metadata = { ...intent?.metadata, ...session.metadata };
  const kind = KINDS.find((name) => name === metadata['kind']);
  if (kind === undefined) return ignored(id, 'not sold by the studio');
  if (session.currency !== 'usd') return ignored(id, 'currency');
  const lines = session.line_items?.data ?? [];
  const [line] = lines;
  const price_id = idOf(line?.price);
  if (line === undefined || price_id === null || lines.length > 1) return ignored(id, 'no single line');
  const received = intentId === null ? 0 : intent?.status === 'succeeded' ? intent.amount_received : null;
  const quantity = line.quantity ?? 1;
  const priced = (line.price?.unit_amount ?? 0) * quantity === line.amount_subtotal;
  if (!priced || total !== line.amount_total || received !== total) return ignored(id, 'amount');
  const charge = objectOf(intent?.latest_charge);
  return {
    payment: {
      provider_id: intentId ?? id,
      kind,
      price_id,
      quantity,
      ...OF_NO_PLAN,
      total_cents: total,
      net_cents: total - line.amount_tax,
      ...moneyBack(intentId, fetched),
      paid_at: instantOf(charge?.created ?? session.created),
      checkout_id: metadata['checkout_id'] ?? null,
    },
  };
}

/** Money that came without an invoice or a Checkout of ours, though it says that it is ours: it grants nothing. */
export function strayPayments(fetched: FetchedCustomer): Ignored[] {
  const known = new Set([
    ...invoiceIntents(fetched.invoices),
    ...fetched.sessions.flatMap((session) => idOf(session.payment_intent) ?? []),
  ]);
  return fetched.intents
    .filter(({ id, status, metadata }) => {
      return status === 'succeeded' && !known.has(id) && metadata['kind'] !== undefined;
    })
    .map(({ id }) => ({ id, reason: 'no invoice and no Checkout' }));
}
