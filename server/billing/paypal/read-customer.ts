import type { CheckoutState, ReadCustomer, SubscriptionState } from '#shared/billing/rules-provider.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { nextReadNumber } from '../intake/queries-sync.ts';
import { paypalReach } from './ask-paypal.ts';
import { paypalNow } from './clock.ts';
import { fetchPerson, withPurchases, type FetchedPerson } from './fetch-customer.ts';
import { ownerOf } from './objects.ts';
import type * as objects from './objects.ts';
import { planOf, type Stored } from './plan-of.ts';
import * as queries from './queries-paypal.ts';
import { orderPayments, subscriptionPayments, unknownRefunds } from './to-payments.ts';
import { toSubscription } from './to-subscription.ts';

/**
 * Re-fetches everything of a person at PayPal (docs/product/paypal.md#identity). Null, and logged, where PayPal is not
 * configured or the person is none of this studio.
 */
export async function readPaypalCustomer(
  ctx: Pick<Ctx, 'db' | 'now' | 'payments' | 'log'>,
  personId: string,
): Promise<ReadCustomer | null> {
  const { db, log } = ctx;
  const at = paypalReach(ctx);
  if (at === null) return null;
  const { paypal, mode } = at;
  if (!(await queries.isPerson(db, personId))) {
    log.warn({ customer: personId }, 'left alone at PayPal: not a person of this studio');
    return null;
  }
  const read_number = await nextReadNumber(db);
  const now = await paypalNow(ctx, at, personId);
  const sold = await queries.soldTo(db, mode, personId);
  const known = withPurchases(await queries.objectsOf(db, mode, personId), sold);
  const fetched = own(await fetchPerson(paypal, known, now), personId, log);
  for (const id of unknownRefunds(fetched))
    log.warn(
      { payment: id, customer: personId },
      'refunded in part at PayPal, by an amount that is not known',
    );
  const stored = await storedOf(db, mode, personId, { sold, fetched });
  const atOnce = await queries.endedAtOnce(db, mode, personId);
  const cancelled = await queries.cancellationsOf(db, mode, personId);
  const plans = fetched.subscriptions.map((one) => planOf(one, stored));
  const read = plans.map((plan) => {
    const { id } = plan.subscription;
    const payments = subscriptionPayments(plan, { fetched, now });
    const cancelledUntil = cancelled.find((one) => one.subscription_id === id)?.ends_at ?? null;
    const facts = { payments, cancelledUntil, isEndedAtOnce: atOnce.has(id), now };
    return { payments, subscription: toSubscription(plan, facts) };
  });
  const ordered = fetched.orders.flatMap((order) => orderPayments(order, { ...stored, fetched, now }));
  const payments = [...read.flatMap((one) => one.payments), ...ordered];
  return {
    read_number,
    provider: 'paypal',
    mode,
    customer_id: personId,
    person_id: personId,
    card: null,
    ...payersOf(fetched, read),
    subscriptions: read.map(({ subscription }) => subscription),
    payments: payments.toSorted((a, b) => Temporal.Instant.compare(a.paid_at, b.paid_at)),
    checkouts: fetched.orders.flatMap((order) => toCheckout(order, { sold, now })),
    to_capture: fetched.orders.filter(({ status }) => status === 'APPROVED').map(({ id }) => id),
    revised: plans.flatMap(({ agreed }) => agreed.filter(({ state }) => state !== 'done')),
  };
}

/** Only what was made for the person; what an id leads to elsewhere is left alone. */
function own(fetched: FetchedPerson, personId: string, log: Ctx['log']): FetchedPerson {
  const isOwn = (id: string, customId: string | undefined): boolean => {
    const isTheirs = ownerOf(customId)?.person_id === personId;
    if (!isTheirs) log.warn({ object: id, customer: personId }, 'left alone at PayPal: of another person');
    return isTheirs;
  };
  return {
    ...fetched,
    subscriptions: fetched.subscriptions.filter(({ subscription: { id, custom_id } }) =>
      isOwn(id, custom_id),
    ),
    orders: fetched.orders.filter(({ id, purchase_units: [unit] }) => isOwn(id, unit?.custom_id)),
  };
}

async function storedOf(
  db: Ctx['db'],
  mode: Parameters<typeof queries.soldTo>[1],
  personId: string,
  { sold, fetched }: { readonly sold: readonly queries.Sold[]; readonly fetched: FetchedPerson },
): Promise<Stored> {
  const revisions = await queries.revisionsOf(db, mode, personId);
  const ids = [
    ...sold.map(({ price_id }) => price_id),
    ...fetched.subscriptions.map(({ subscription }) => subscription.plan_id),
    ...revisions.flatMap(({ from_price_id, to_price_id }) => [from_price_id, to_price_id]),
  ];
  return { sold, revisions, terms: await queries.termsOf(db, mode, [...new Set(ids)]) };
}

const RUNNING: ReadonlySet<SubscriptionState['status']> = new Set(['trialing', 'active', 'past_due']);

/** Whose PayPal accounts agreed: each is a fingerprint. That of the newest running subscription is shown, else the last. */
function payersOf(
  { subscriptions, orders }: FetchedPerson,
  read: readonly { readonly subscription: SubscriptionState }[],
) {
  const running = new Set(
    read.flatMap(({ subscription: { id, status } }) => (RUNNING.has(status) ? [id] : [])),
  );
  const payers = [
    ...subscriptions.map(({ subscription: { id, subscriber, create_time } }) => ({
      ...subscriber,
      at: create_time,
      pays: running.has(id),
    })),
    ...orders.map(({ payer, create_time = '' }) => ({ ...payer, at: create_time, pays: false })),
  ]
    .filter(({ payer_id }) => payer_id !== undefined)
    .toSorted((a, b) => (a.at < b.at ? -1 : 1));
  return {
    payer_email: (payers.findLast(({ pays }) => pays) ?? payers.at(-1))?.email_address ?? null,
    fingerprints: [...new Set(payers.flatMap(({ payer_id }) => payer_id ?? []))],
  };
}

const NOT_PAID: ReadonlySet<string> = new Set(['DECLINED', 'FAILED']);

/** An order that nobody has approved by the end of its purchase is over. */
function toCheckout(
  { id, status, purchase_units: [unit] }: objects.Order,
  { sold, now }: { readonly sold: readonly queries.Sold[]; readonly now: Temporal.Instant },
): CheckoutState[] {
  const row = sold.find((one) => one.id === ownerOf(unit?.custom_id)?.checkout_id);
  if (row === undefined) return [];
  const isPaid = unit?.payments?.captures?.some((capture) => !NOT_PAID.has(capture.status ?? '')) ?? false;
  const isOver = status === 'VOIDED' || Temporal.Instant.compare(now, row.expires_at) >= 0;
  const state = isPaid ? 'completed' : isOver && status !== 'APPROVED' ? 'expired' : 'open';
  return [{ checkout_id: row.id, provider_id: id, state }];
}
