import type { Stripe } from 'stripe';
import type {
  CheckoutState,
  CustomerState,
  PaymentState,
  ReadCustomer,
} from '#shared/billing/rules-provider.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import * as queries from '../intake/queries-sync.ts';
import { modeOf, stripeOf } from './client.ts';
import { fetchCustomer, idOf, objectOf, type FetchedCustomer } from './fetch-customer.ts';
import { fingerprintOf } from './money-back.ts';
import { checkoutPayment, invoicePayment, strayPayments, type Judged } from './to-payments.ts';
import { toSubscription } from './to-subscription.ts';

/**
 * Re-fetches everything of a customer at Stripe. Null, and logged, where the customer is not one of this studio or of
 * this installation's keys (docs/product/billing.md#what-the-provider-says).
 */
export async function readStripeCustomer(
  ctx: Pick<Ctx, 'db' | 'payments' | 'log'>,
  customerId: string,
): Promise<ReadCustomer | null> {
  const access = ctx.payments.stripe;
  if (access === null) return null;
  const mode = modeOf(access);
  const known = await queries.customerOf(ctx.db, { provider: 'stripe', mode, customer_id: customerId });
  const leave = (reason: string, id = customerId): void =>
    ctx.log.warn({ customer: customerId, object: id, reason }, 'left alone at the payment provider');
  if (known === undefined) {
    leave('not a customer of this studio');
    return null;
  }
  const read_number = await queries.nextReadNumber(ctx.db);
  const fetched = await fetchCustomer(stripeOf(access), customerId);
  if (fetched === null) {
    leave('unknown at the provider');
    return null;
  }
  if (fetched.customer.deleted !== true && fetched.customer.livemode !== access.livemode) {
    leave('other mode');
    return null;
  }
  const judged: Judged[] = [
    ...fetched.invoices.map((invoice) => invoicePayment(invoice, fetched)),
    ...fetched.sessions.map((session) => checkoutPayment(session, fetched)),
    ...strayPayments(fetched).map((one) => ({ ignored: one })),
  ];
  for (const one of judged) if (one !== null && 'ignored' in one) leave(one.ignored.reason, one.ignored.id);
  const subscriptions = fetched.subscriptions.flatMap((subscription) => {
    const state = subscription.currency === 'usd' ? toSubscription(subscription, fetched) : null;
    if (state === null) leave('not a subscription that is sold here', subscription.id);
    return state ?? [];
  });
  return {
    read_number,
    provider: 'stripe',
    mode,
    customer_id: customerId,
    person_id: known.person_id,
    card: cardOf(fetched),
    payer_email: null,
    fingerprints: fingerprintsOf(fetched),
    subscriptions,
    payments: inOrder(judged.flatMap((one) => (one !== null && 'payment' in one ? one.payment : []))),
    checkouts: fetched.sessions.flatMap(toCheckout),
    to_capture: [],
    revised: [],
  };
}

/** The oldest first. Lists begin with the newest, so they also order what was paid in one second. */
const inOrder = (payments: readonly PaymentState[]): PaymentState[] =>
  payments.toReversed().toSorted((a, b) => Temporal.Instant.compare(a.paid_at, b.paid_at));

/** The card that is charged next: the customer's default, else that of a live subscription. */
function cardOf({ customer, subscriptions }: FetchedCustomer): CustomerState['card'] {
  if (customer.deleted === true) return null;
  const live = subscriptions.find(({ ended_at }) => ended_at === null);
  const method =
    objectOf(customer.invoice_settings.default_payment_method) ?? objectOf(live?.default_payment_method);
  if (method?.card === undefined) return null;
  const { brand, last4, exp_month, exp_year } = method.card;
  return { brand, last4, exp_month, exp_year };
}

function fingerprintsOf({ methods, intents }: FetchedCustomer): string[] {
  const all = [...methods.map(({ card }) => card?.fingerprint ?? null), ...intents.map(fingerprintOf)];
  return [...new Set(all.filter((one) => one !== null))];
}

const STATES = { open: 'open', complete: 'completed', expired: 'expired' } as const;

function toCheckout({ id, status, metadata, mode, ...session }: Stripe.Checkout.Session): CheckoutState[] {
  const checkout_id = metadata?.['checkout_id'];
  if (checkout_id === undefined || mode === 'setup') return [];
  const paid = session.payment_status !== 'unpaid' || idOf(session.subscription) !== null;
  const state = status === 'open' || (status === 'complete' && !paid) ? 'open' : (status ?? 'open');
  if (!(state in STATES)) return [];
  return [{ checkout_id, provider_id: id, state: STATES[state as keyof typeof STATES] }];
}
