import type { Stripe } from 'stripe';
import { OFFERS, type Offer, type Store } from '../rooms/store.ts';

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

/** What is left of a paid period's credits. */
interface PlanRest {
  rest: number;
  readonly offer: Offer;
  readonly end: number;
  readonly of: string | null;
  readonly invoice: string;
  withdrawn: number;
}

interface Happening {
  readonly at: number;
  /** At one instant an end comes after what was paid. */
  readonly rank: number;
  readonly run: () => void;
}

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
  const page = { customer, limit: 100 } as const;
  const subscriptions = await stripe.subscriptions.list({ ...page, status: 'all' }).autoPagingToArray(ALL);
  const invoices = await stripe.invoices.list({ ...page, expand: ['data.payments'] }).autoPagingToArray(ALL);
  const sessions = await stripe.checkout.sessions
    .list({ ...page, expand: ['data.line_items'] })
    .autoPagingToArray(ALL);
  const offers = new Map(Object.entries(store.prices).map(([offer, price]) => [price, offer as Offer]));
  const payments: string[] = [];
  const happenings: Happening[] = [];
  let status = 'signup';
  let bank = 0;
  let pieces = { 'top-up': 0, bundle: 0 };
  let plan: PlanRest | null = null;

  /** A part that is paid back takes its credits out of what is left, once. */
  async function refundsOf(
    intent: string,
    { id, total }: Stripe.Invoice,
    offer: Offer,
  ): Promise<Happening[]> {
    const { data } = await stripe.refunds.list({ payment_intent: intent, limit: 100 });
    let back = 0;
    return data.toReversed().map(({ created, amount }) => {
      const all = Math.floor((OFFERS[offer].credits * (back += amount)) / total);
      const run = (): void => {
        if (plan?.invoice !== id) return;
        const taken = Math.min(plan.rest, Math.max(0, all - plan.withdrawn));
        plan.rest -= taken;
        plan.withdrawn += taken;
      };
      return { at: created, rank: 0, run };
    });
  }

  // Lists begin with the newest; at one instant the older comes first.
  for (const invoice of invoices.toReversed()) {
    const line = invoice.lines.data.find((one) => one.parent?.type === 'subscription_item_details');
    const offer = offers.get(idOf(line?.pricing?.price_details?.price) ?? '');
    if (invoice.status !== 'paid' || line === undefined || offer === undefined) continue;
    const paid = invoice.payments?.data.find((one) => one.status === 'paid');
    payments.push(idOf(paid?.payment.payment_intent) ?? invoice.id);
    const of = idOf(invoice.parent?.subscription_details?.subscription);
    if (seconds.has(of ?? '')) continue;
    happenings.push({
      at: invoice.status_transitions.paid_at ?? invoice.created,
      rank: 0,
      run: () => {
        status = 'subscriber';
        if (line.amount === 0) return;
        if (plan !== null && (plan.offer === offer || line.period.start >= plan.end)) {
          const cap = rolls(offer) ? 6 * OFFERS[offer].credits : 0;
          if (rolls(plan.offer)) bank += Math.min(plan.rest, Math.max(0, cap - bank));
        }
        const { credits } = OFFERS[offer];
        plan = { rest: credits, offer, end: line.period.end, of, invoice: invoice.id, withdrawn: 0 };
      },
    });
    const intent = idOf(paid?.payment.payment_intent);
    if (intent !== null) happenings.push(...(await refundsOf(intent, invoice, offer)));
  }
  for (const { id, status: word, ended_at } of subscriptions) {
    if (ended_at === null || seconds.has(id) || word === 'incomplete_expired') continue;
    const run = (): void => {
      if (plan?.of === id) plan = null;
      bank = 0;
      status = 'cancelled';
    };
    happenings.push({ at: ended_at, rank: 1, run });
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
    pieces = { ...pieces, [source]: pieces[source] + left };
    if (source === 'bundle')
      happenings.push({
        at: charge.created,
        rank: 0,
        run: () => {
          if (status === 'signup' || status === 'cancelled') status = 'ondemand';
        },
      });
  }
  for (const { run } of happenings.toSorted((a, b) => a.at - b.at || a.rank - b.rank)) run();

  const live = subscriptions.find(
    ({ id, ended_at, status: word }) => ended_at === null && word !== 'incomplete' && !seconds.has(id),
  );
  if (live !== undefined) status = statusOf(live);
  const rest = (plan as { rest: number } | null)?.rest ?? 0;
  const all = { plan: rest, rollover: bank, ...pieces };
  return {
    status,
    credits: Object.fromEntries(Object.entries(all).filter(([, credits]) => credits > 0)),
    payments: payments.toSorted(),
    word: subscriptions.find(({ id }) => !seconds.has(id))?.status ?? null,
  };
}

const rolls = (offer: Offer): boolean => {
  const terms = OFFERS[offer];
  return 'has_rollover' in terms && terms.has_rollover;
};

function statusOf({ status, cancel_at, cancel_at_period_end }: Stripe.Subscription): string {
  if (cancel_at_period_end || cancel_at !== null) return 'pending_cancellation';
  return status === 'trialing' ? 'trial' : 'subscriber';
}
