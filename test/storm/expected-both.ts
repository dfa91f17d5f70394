import { addIntervals } from '#sandbox/lib/money/periods.ts';
import { OFFERS, type Store } from '../rooms/store.ts';
import {
  accountAfter,
  creditsIn,
  endMembership,
  joinByBundle,
  payBack,
  payPeriod,
  type Happening,
} from './account.ts';
import { cardHappenings } from './expected.ts';
import { received, sum } from './lives.ts';
import { disputesAt, paymentsAt, refundsAt, secondsOf, subscriptionsAt } from './paypal-facts.ts';
import type { PaymentFacts } from './paypal-facts.ts';
import type { PayPalLife, PayPalWorld } from './paypal-steps.ts';
import { cardSpan, cardSubscriptions, paypalSpan, type Span } from './spans.ts';

const PLANS = ['studio-2', 'studio-5', 'studio-10', 'studio-24'] as const;
const withVat = (net: number): number => net + Math.round((net * 23) / 100);
const SECOND = 'Another membership is running';

export interface Both {
  readonly status: string;
  readonly credits: Readonly<Record<string, number>>;
  readonly money: number;
  /** What must not be, whatever the studio says. */
  readonly wrong: readonly string[];
}

/** What follows from the objects of both providers for one person, written apart from the product. */
export async function expectedAtBoth(
  { app, stripe, paypal, paypalPrice }: PayPalWorld,
  store: Store,
  { person, customer, refunded }: PayPalLife,
): Promise<Both> {
  const { pool } = paypal;
  const now = Math.floor(app.clock.now().epochMilliseconds / 1000);
  const subscriptions = (await subscriptionsAt(pool, person.id)).filter(({ begun }) => begun !== null);
  const payments = (await paymentsAt(pool, person.id)).filter(({ isPaid }) => isPaid);
  const refunds = await refundsAt(pool, person.id);
  const disputes = await disputesAt(pool, person.id);
  const wrong: string[] = [];

  const own = new Set(
    subscriptions.filter(({ status_change_note }) => status_change_note === SECOND).map(({ id }) => id),
  );
  const byCard = customer === null ? [] : await cardSubscriptions(stripe, customer.id);
  const spans: Span[] = [];
  for (const one of byCard.filter(({ isPaidBack }) => !isPaidBack)) spans.push(cardSpan(one.subscription));
  const covered = (at: number, id: string): Span | undefined =>
    spans.find((other) => other.id !== id && other.begin <= at && at < other.end);
  for (const one of subscriptions.filter(({ id }) => !own.has(id)))
    spans.push(paypalSpan(one, payments, now, (at) => covered(at, one.id)));
  // Only what runs beside another one is a second one.
  const seconds = new Set(own);
  for (const { subscription, isPaidBack } of byCard) if (isPaidBack) seconds.add(subscription.id);
  for (const { id, begun } of subscriptions)
    if (own.has(id) && covered(begun ?? 0, id) === undefined)
      wrong.push(`${id} was ended as a second one, but there was no other`);
  for (const { id, status_change_note: note, status_update_time: at } of subscriptions)
    if (note === 'Another membership took its place' && covered(secondsOf(at), id) === undefined)
      wrong.push(`${id} was replaced by nothing`);

  const ends = spans.filter((one) => one.end <= now && covered(one.end, one.id) === undefined);
  const replaced = new Set(byCard.map(({ subscription }) => subscription.id));
  const card =
    customer === null
      ? { happenings: [] as readonly Happening[] }
      : await cardHappenings(stripe, store, customer.id, { seconds, replaced });
  const happenings: Happening[] = [...card.happenings, ...ends.map(endOf)];

  for (const payment of payments) {
    const { id, subscription: of, gross, left, at } = payment;
    const back = [
      ...refunds.filter((one) => one.payment === id),
      ...disputes.filter((one) => one.payment === id).map((one) => ({ ...one, cents: gross })),
    ].toSorted((a, b) => a.at - b.at);
    const subscription = subscriptions.find((one) => one.id === of);
    if (of !== null && subscription === undefined) wrong.push(`${id} is of no membership`);
    else if (subscription !== undefined) {
      if (own.has(subscription.id)) {
        if (left > 0) wrong.push(`${id} of a second membership was not paid back`);
        continue;
      }
      if (left === 0 && !refunded.has(id)) continue;
      const isFirst =
        at < subscription.hidden.anchor && payments.find((one) => one.subscription === of) === payment;
      const offer = isFirst
        ? PLANS.find((name) => paypalPrice(name.replace('-', '_')) === subscription.boughtPlan)
        : PLANS.find((name) => withVat(OFFERS[name].unit_cents) === gross);
      if (offer === undefined) {
        wrong.push(`${id} pays no plan`);
        continue;
      }
      const interval = OFFERS[offer].is_annual ? 'year' : 'month';
      const ends = isFirst
        ? secondsOf(subscription.start_time)
        : addIntervals(at, { interval, interval_count: 1 }, 1);
      const paid = { price: `paypal ${offer}`, offer, begin: at, end: ends, of, payment: id };
      happenings.push({ at, rank: 0, run: (account) => payPeriod(account, paid) });
      let total = 0;
      for (const { cents, at: when } of back) {
        total = Math.min(gross, total + cents);
        const all = { payment: id, back: total, total: gross };
        happenings.push({ at: when, rank: 0, run: (account) => payBack(account, all) });
      }
    } else
      happenings.push(
        orderOf(
          payment,
          disputes.some((one) => one.payment === id),
        ),
      );
  }

  const account = accountAfter(happenings);
  const running = spans.filter((one) => one.isRunning);
  if (running.length > 1)
    wrong.push(`${running.length} memberships: ${running.map(({ id }) => id).join(', ')}`);
  // Whoever cancelled and bought again has the later one.
  const paid = spans.filter(({ end }) => now < end).toSorted((a, b) => b.begin - a.begin);
  const current = running[0] ?? paid[0];
  const byPaypal = sum(payments.map(({ left }) => left));
  return {
    status: current?.status() ?? account.status,
    credits: creditsIn(account),
    money: byPaypal + (customer === null ? 0 : await received(stripe, customer.id)),
    wrong,
  };
}

const endOf = ({ id, end: at }: Span): Happening => ({
  at,
  rank: 1,
  run: (account) => endMembership(account, id),
});

/** Credits that were bought by the piece, without those that were paid back. */
function orderOf({ gross, left, at }: PaymentFacts, isDisputed: boolean): Happening {
  const isBundle = gross === withVat(OFFERS['bundle-3'].unit_cents);
  const bought = isBundle
    ? OFFERS['bundle-3'].credits
    : Math.round(gross / withVat(OFFERS.credit.unit_cents));
  const credits = isDisputed ? 0 : bought - Math.floor((bought * (gross - left)) / gross);
  return {
    at,
    rank: 0,
    run: (account) => {
      account.pieces[isBundle ? 'bundle' : 'top-up'] += credits;
      if (isBundle) joinByBundle(account);
    },
  };
}
