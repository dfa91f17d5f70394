import type { Stripe } from 'stripe';
import { OFFERS, type Offer, type Store } from '../rooms/store.ts';
import {
  accountAfter,
  creditsIn,
  endMembership,
  joinByBundle,
  payBack,
  payPeriod,
  type Happening,
} from './account.ts';

/** How an account has to end: its status, credits by source where nobody spends, and what was paid. */
export interface Expected {
  readonly status: string;
  readonly credits: Readonly<Record<string, number>>;
  readonly payments: readonly string[];
  /** The provider's word for the newest subscription. */
  readonly word: string | null;
}

const ALL = { limit: 10_000 } as const;
const idOf = (one: string | { readonly id: string } | null | undefined): string | null =>
  typeof one === 'string' ? one : (one?.id ?? null);

/**
 * What follows from the provider's objects by the rules of docs/product, written apart from the product: plan credits
 * last until the next paid period, roll over as the ended plan says, and end with the membership.
 */
export async function expectedOf(
  stripe: Stripe,
  store: Store,
  customer: string,
  seconds: ReadonlySet<string> = new Set(),
): Promise<Expected> {
  const { subscriptions, happenings, payments } = await cardHappenings(stripe, store, customer, {
    seconds,
    replaced: new Set(),
  });
  const account = accountAfter(happenings);
  const live = liveByCard(subscriptions, seconds);
  return {
    status: live === undefined ? account.status : statusOf(live),
    credits: creditsIn(account),
    payments: payments.toSorted(),
    word: subscriptions.find(({ id }) => !seconds.has(id))?.status ?? null,
  };
}

export const liveByCard = (
  subscriptions: readonly Stripe.Subscription[],
  seconds: ReadonlySet<string>,
): Stripe.Subscription | undefined =>
  subscriptions.find(
    ({ id, ended_at, status: word }) => ended_at === null && word !== 'incomplete' && !seconds.has(id),
  );

/** All that happened to a customer by card; `seconds` count for nothing, the end of a `replaced` one is none. */
export async function cardHappenings(
  stripe: Stripe,
  store: Store,
  customer: string,
  { seconds, replaced }: { readonly seconds: ReadonlySet<string>; readonly replaced: ReadonlySet<string> },
): Promise<{
  readonly subscriptions: readonly Stripe.Subscription[];
  readonly happenings: readonly Happening[];
  readonly payments: readonly string[];
}> {
  const page = { customer, limit: 100 } as const;
  const subscriptions = await stripe.subscriptions.list({ ...page, status: 'all' }).autoPagingToArray(ALL);
  const invoices = await stripe.invoices.list({ ...page, expand: ['data.payments'] }).autoPagingToArray(ALL);
  const sessions = await stripe.checkout.sessions
    .list({ ...page, expand: ['data.line_items'] })
    .autoPagingToArray(ALL);
  const offers = new Map(Object.entries(store.prices).map(([offer, price]) => [price, offer as Offer]));
  const payments: string[] = [];
  const happenings: Happening[] = [];

  // Lists begin with the newest; at one instant the older comes first.
  for (const invoice of invoices.toReversed()) {
    const line = invoice.lines.data.find((one) => one.parent?.type === 'subscription_item_details');
    const price = idOf(line?.pricing?.price_details?.price) ?? '';
    const offer = offers.get(price);
    if (invoice.status !== 'paid' || line === undefined || offer === undefined) continue;
    const paid = invoice.payments?.data.find((one) => one.status === 'paid');
    payments.push(idOf(paid?.payment.payment_intent) ?? invoice.id);
    const of = idOf(invoice.parent?.subscription_details?.subscription);
    if (seconds.has(of ?? '')) continue;
    happenings.push({
      at: invoice.status_transitions.paid_at ?? invoice.created,
      rank: 0,
      run: (account) => {
        if (line.amount === 0) account.status = 'subscriber';
        else {
          const { start: begin, end } = line.period;
          payPeriod(account, { price, offer, begin, end, of, payment: invoice.id });
        }
      },
    });
    const intent = idOf(paid?.payment.payment_intent);
    if (intent !== null) happenings.push(...(await refundsOf(stripe, intent, invoice)));
  }
  for (const { id, status: word, ended_at } of subscriptions) {
    if (ended_at === null || seconds.has(id) || replaced.has(id) || word === 'incomplete_expired') continue;
    happenings.push({ at: ended_at, rank: 1, run: (account) => endMembership(account, id) });
  }
  for (const session of sessions) {
    const intent = idOf(session.payment_intent);
    const [item] = session.line_items?.data ?? [];
    const offer = offers.get(idOf(item?.price) ?? '');
    if (session.status !== 'complete' || intent === null || offer === undefined) continue;
    payments.push(intent);
    const { latest_charge } = await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] });
    const charge = latest_charge as Stripe.Charge;
    const disputes = charge.disputed ? await stripe.disputes.list({ payment_intent: intent }) : { data: [] };
    const bought = OFFERS[offer].credits * (item?.quantity ?? 1);
    const lost = disputes.data.some(({ status: word }) => word !== 'won');
    const left = lost ? 0 : bought - Math.floor((bought * charge.amount_refunded) / charge.amount);
    const source = offer === 'credit' ? 'top-up' : 'bundle';
    happenings.push({
      at: charge.created,
      rank: 0,
      run: (account) => {
        account.pieces[source] += left;
        if (source === 'bundle') joinByBundle(account);
      },
    });
  }
  return { subscriptions, happenings, payments };
}

async function refundsOf(
  stripe: Stripe,
  intent: string,
  { id: payment, total }: Stripe.Invoice,
): Promise<Happening[]> {
  const { data } = await stripe.refunds.list({ payment_intent: intent, limit: 100 });
  let sum = 0;
  return data.toReversed().map(({ created, amount }) => {
    const back = (sum += amount);
    return { at: created, rank: 0, run: (account) => payBack(account, { payment, back, total }) };
  });
}

export function statusOf({ status, cancel_at, cancel_at_period_end }: Stripe.Subscription): string {
  if (cancel_at_period_end || cancel_at !== null) return 'pending_cancellation';
  return status === 'trialing' ? 'trial' : 'subscriber';
}
