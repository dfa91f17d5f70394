import type { Stripe } from 'stripe';
import { refusalOf } from './ask-stripe.ts';

/** Everything that Stripe says of one customer, as it says it. */
export interface FetchedCustomer {
  readonly customer: Stripe.Customer | Stripe.DeletedCustomer;
  /** The attached cards. */
  readonly methods: readonly Stripe.PaymentMethod[];
  /** With their schedules expanded. */
  readonly subscriptions: readonly Stripe.Subscription[];
  /** With their payments expanded and all of their lines. */
  readonly invoices: readonly Stripe.Invoice[];
  /** With the latest charge expanded. */
  readonly intents: readonly Stripe.PaymentIntent[];
  /** With their line items expanded. */
  readonly sessions: readonly Stripe.Checkout.Session[];
  readonly refunds: readonly Stripe.Refund[];
  readonly disputes: readonly Stripe.Dispute[];
  /** The next invoice by subscription; absent where none comes or the provider does not say. */
  readonly previews: ReadonlyMap<string, Stripe.Invoice>;
}

/** More than one customer ever has of anything. */
const ALL = { limit: 10_000 } as const;
const PAGE = { limit: 100 } as const;

const LIVE = new Set<Stripe.Subscription.Status>(['trialing', 'active', 'past_due']);

/** The id of a reference, expanded or not. */
export const idOf = (reference: string | { readonly id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/** The expanded object of a reference. */
export const objectOf = <T extends object>(reference: string | T | null | undefined): T | null =>
  typeof reference === 'object' ? reference : null;

/** Null for a customer that Stripe does not know: its test data can be deleted. */
export async function findCustomer(
  stripe: Stripe,
  id: string,
  params: Stripe.CustomerRetrieveParams = {},
): Promise<Stripe.Customer | Stripe.DeletedCustomer | null> {
  try {
    return await stripe.customers.retrieve(id, params);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal?.code === 'resource_missing') return null;
    // A deleted one has nothing to expand.
    if (refusal !== null && params.expand !== undefined) return findCustomer(stripe, id);
    throw error;
  }
}

/** Re-fetches all that Stripe has of a customer; null for one that it does not know. Lists are read to their end. */
export async function fetchCustomer(stripe: Stripe, id: string): Promise<FetchedCustomer | null> {
  const of = { customer: id, ...PAGE } as const;
  const customer = await findCustomer(stripe, id, { expand: ['invoice_settings.default_payment_method'] });
  if (customer === null) return null;
  const [methods, subscriptions, found, intents, sessions] = await Promise.all([
    customer.deleted === true
      ? []
      : stripe.customers.listPaymentMethods(id, { type: 'card', ...PAGE }).autoPagingToArray(ALL),
    stripe.subscriptions
      .list({ ...of, status: 'all', expand: ['data.schedule', 'data.default_payment_method'] })
      .autoPagingToArray(ALL),
    stripe.invoices.list({ ...of, expand: ['data.payments'] }).autoPagingToArray(ALL),
    stripe.paymentIntents.list({ ...of, expand: ['data.latest_charge'] }).autoPagingToArray(ALL),
    stripe.checkout.sessions.list({ ...of, expand: ['data.line_items'] }).autoPagingToArray(ALL),
  ]);
  const [invoices, refunds, disputes, previews] = await Promise.all([
    Promise.all(found.map((invoice) => withAllLines(stripe, invoice))),
    eachOf(
      intents.filter((intent) => (objectOf(intent.latest_charge)?.amount_refunded ?? 0) > 0),
      ({ id: payment_intent }) => stripe.refunds.list({ payment_intent, ...PAGE }).autoPagingToArray(ALL),
    ),
    eachOf(
      intents.filter((intent) => objectOf(intent.latest_charge)?.disputed === true),
      ({ id: payment_intent }) => stripe.disputes.list({ payment_intent, ...PAGE }).autoPagingToArray(ALL),
    ),
    previewsOf(stripe, id, subscriptions),
  ]);
  return {
    customer,
    methods,
    subscriptions,
    invoices,
    intents,
    sessions,
    refunds,
    disputes,
    previews,
  };
}

async function eachOf<T, R>(items: readonly T[], read: (item: T) => Promise<R[]>): Promise<R[]> {
  return (await Promise.all(items.map(read))).flat();
}

/** An invoice carries its first ten lines only. */
async function withAllLines(stripe: Stripe, invoice: Stripe.Invoice): Promise<Stripe.Invoice> {
  if (!invoice.lines.has_more) return invoice;
  const data = await stripe.invoices.listLineItems(invoice.id, PAGE).autoPagingToArray(ALL);
  return { ...invoice, lines: { ...invoice.lines, data, has_more: false } };
}

/** What comes next is shown, never decided by: without an answer the rest counts all the same. */
async function previewsOf(
  stripe: Stripe,
  customer: string,
  subscriptions: readonly Stripe.Subscription[],
): Promise<ReadonlyMap<string, Stripe.Invoice>> {
  const renewing = subscriptions.filter(
    ({ status, cancel_at, cancel_at_period_end }) =>
      LIVE.has(status) && cancel_at === null && !cancel_at_period_end,
  );
  const previews = await Promise.all(
    renewing.map(async ({ id: subscription, schedule }) => {
      const planned = plannedBy(objectOf(schedule));
      const of = planned === null ? { customer, subscription } : { schedule: planned };
      const preview = await stripe.invoices.createPreview(of).catch(() => null);
      return preview === null ? [] : [[subscription, preview] as const];
    }),
  );
  return new Map(previews.flat());
}

/** The id of a schedule by which another phase follows: the next invoice is that phase's. */
function plannedBy(schedule: Stripe.SubscriptionSchedule | null): string | null {
  if (schedule === null || schedule.status !== 'active') return null;
  const { id, phases, current_phase } = schedule;
  const ends = current_phase?.end_date ?? 0;
  return phases.some(({ start_date }) => start_date >= ends) ? id : null;
}
