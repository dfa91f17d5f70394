import { OF_NO_PLAN, type PaymentState, type RefundState } from '#shared/billing/rules-provider.ts';
import { disputesOf } from './disputes.ts';
import type { FetchedPerson } from './fetch-customer.ts';
import { centsOf, instantOf, linkedId, ownerOf } from './objects.ts';
import type * as objects from './objects.ts';
import { cycleAt, cyclePeriod } from './periods.ts';
import type { Sold, Terms } from './queries-paypal.ts';
import type { Plan } from './plan-of.ts';
import { isPriceOf } from './revisions.ts';

/** Marks money that fits nothing which is sold: it is put aside (docs/product/billing.md#unknown-prices). */
const unknownPrice = (cents: number | null): string => `amount:${cents ?? 'currency'}`;

interface Context {
  readonly fetched: Pick<FetchedPerson, 'refunds' | 'disputes'>;
  /** PayPal's time of the read. */
  readonly now: Temporal.Instant;
}

/** What the payments of a subscription pay; one each (docs/product/paypal.md#payments). */
export function subscriptionPayments(plan: Plan, context: Context): PaymentState[] {
  const { subscription, transactions, cycles, sold } = plan;
  const trial = trialOf(plan);
  const setupFee = (sold?.net_cents ?? 0) + (sold?.vat_cents ?? 0);
  const paid = transactions.map((transaction): PaymentState => {
    const at = instantOf(transaction.time);
    const cycle = cycleAt(cycles, at);
    const isSetup = cycle < 0;
    const gross = centsOf(transaction.amount_with_breakdown.gross_amount);
    const period = isSetup ? { start: at, end: cycles.from } : cyclePeriod(cycles, cycle);
    const price = plan.priceAt(period.start);
    const net = isSetup
      ? gross !== null && gross === setupFee && sold !== null
        ? sold.net_cents
        : null
      : cycleNet(transaction, plan, price);
    return {
      provider_id: transaction.id,
      kind: 'plan',
      price_id: net === null ? unknownPrice(gross) : price,
      quantity: 1,
      subscription_id: subscription.id,
      item_id: transaction.id,
      invoice_id: null,
      period_start: period.start,
      period_end: period.end,
      is_trial: false,
      is_first: isSetup,
      total_cents: gross ?? 0,
      net_cents: net ?? gross ?? 0,
      ...moneyBack(transaction, gross ?? 0, context),
      paid_at: at,
      ...(isSetup && sold?.credited_unspent != null ? { credited_unspent: sold.credited_unspent } : {}),
      fingerprint: subscription.subscriber?.payer_id ?? null,
      checkout_id: isSetup ? (sold?.id ?? null) : null,
    };
  });
  return trial === null ? paid : [trial, ...paid];
}

/** The trial as a payment of nothing; PayPal has none. */
function trialOf({ subscription, cycles, sold, began_at, priceAt }: Plan): PaymentState | null {
  if (sold?.is_trial !== true || began_at === null) return null;
  return {
    provider_id: `${subscription.id}:trial`,
    kind: 'plan',
    price_id: priceAt(began_at),
    quantity: 1,
    subscription_id: subscription.id,
    item_id: subscription.id,
    invoice_id: null,
    period_start: began_at,
    period_end: cycles.from,
    is_trial: true,
    is_first: true,
    total_cents: 0,
    net_cents: 0,
    refunds: [],
    disputes: [],
    paid_at: began_at,
    fingerprint: subscription.subscriber?.payer_id ?? null,
    checkout_id: sold.id,
  };
}

/** The price of a cycle before VAT, if the amount is that price with one of the VATs that it may have; else null. */
function cycleNet(transaction: objects.Transaction, { terms, rates }: Plan, price: string): number | null {
  const found = terms.get(price);
  return found !== undefined && isPriceOf(transaction, found, rates) ? found.unit_cents : null;
}

/** What an order paid, if it is the amount of its purchase. */
export function orderPayments(
  order: objects.Order,
  {
    sold,
    terms,
    ...context
  }: Context & {
    readonly sold: readonly Sold[];
    readonly terms: ReadonlyMap<string, Terms>;
  },
): PaymentState[] {
  return order.purchase_units.flatMap(({ custom_id, payments }) => {
    const row = sold.find(({ id }) => id === ownerOf(custom_id)?.checkout_id);
    return (payments?.captures ?? []).filter(isReceived).map((capture): PaymentState => {
      const cents = centsOf(capture.amount);
      const fits = row !== undefined && cents === (row.net_cents ?? 0) + (row.vat_cents ?? 0);
      const kind = row === undefined ? undefined : terms.get(row.price_id)?.kind;
      const refunds = [...context.fetched.refunds, ...(payments?.refunds ?? [])];
      return {
        provider_id: capture.id,
        kind: kind === 'top-up' ? 'top-up' : 'bundle',
        price_id: fits ? row.price_id : unknownPrice(cents),
        quantity: row?.quantity ?? 1,
        ...OF_NO_PLAN,
        total_cents: cents ?? 0,
        net_cents: (fits ? row.net_cents : cents) ?? 0,
        ...moneyBack(capture, cents ?? 0, { ...context, fetched: { ...context.fetched, refunds } }),
        paid_at: instantOf(capture.create_time),
        fingerprint: order.payer?.payer_id ?? null,
        checkout_id: row?.id ?? null,
      };
    });
  });
}

const isReceived = ({ status = '' }: objects.Capture): boolean =>
  ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(status);

/** What came back of a payment. One that went back wholly without a refund that is known is a refund of all. */
function moneyBack(
  { id, status }: { readonly id: string; readonly status?: string },
  total: number,
  { fetched, now }: Context,
): Pick<PaymentState, 'refunds' | 'disputes'> {
  const disputes = disputesOf(fetched.disputes, id);
  const known = new Map<string, RefundState>();
  for (const refund of fetched.refunds) {
    const cents = centsOf(refund.amount);
    const isOf = linkedId(refund.links, 'up') === id;
    if (isOf && cents !== null && refund.status === 'COMPLETED')
      known.set(refund.id, { id: refund.id, cents, at: instantOf(refund.create_time) });
  }
  const refunds = [...known.values()].toSorted((a, b) => Temporal.Instant.compare(a.at, b.at));
  const rest = total - refunds.reduce((sum, { cents }) => sum + cents, 0);
  // What a lost dispute took is no refund beside it.
  const isWhole = status === 'REFUNDED' && rest > 0 && disputes.every((one) => one.state === 'won');
  return {
    refunds: isWhole ? [...refunds, { id: wholeRefund(id), cents: rest, at: now }] : refunds,
    disputes,
  };
}

/** Payments that went back in part though no refund of them is known: PayPal says nowhere how much it was. */
export function unknownRefunds({ subscriptions, orders, refunds }: FetchedPerson): string[] {
  const units = orders.flatMap(({ purchase_units }) => purchase_units);
  const listed = units.flatMap(({ payments }) => payments?.refunds ?? []);
  const known = new Set([...refunds, ...listed].map(({ links }) => linkedId(links, 'up')));
  const sales = subscriptions.flatMap(({ transactions }) => transactions);
  const captures = units.flatMap(({ payments }) => payments?.captures ?? []);
  return [...sales, ...captures]
    .filter(({ id, status }) => status === 'PARTIALLY_REFUNDED' && !known.has(id))
    .map(({ id }) => id);
}

const WHOLE = 'whole:';

/** Stands for the refund of a payment that PayPal calls refunded without naming a refund. */
const wholeRefund = (transactionId: string): string => `${WHOLE}${transactionId}`;
/** Whether a refund's id stands for one that PayPal has not named. */
export const isWholeRefund = (id: string): boolean => id.startsWith(WHOLE);
