import type { Provider, ReadCustomer, SubscriptionState } from '#shared/billing/rules-provider.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { readPaypalCustomer } from '../paypal/read-customer.ts';
import { isUnavailable } from '../stripe/ask-stripe.ts';
import { readStripeCustomer } from '../stripe/read-customer.ts';
import * as queries from './queries-told.ts';

/** How long somebody waits for a provider's answer. */
const WAIT_MS = 8000;

const READ = { stripe: readStripeCustomer, paypal: readPaypalCustomer };

/** A subscription as its provider says it, with the plans of its prices; null: not one of the studio's. */
export interface ToldSubscription extends SubscriptionState {
  readonly provider: Provider;
  readonly plan: queries.Plan | null;
  readonly nextPlan: queries.Plan | null;
  /** Its page at the provider; null in a sandbox. */
  readonly url: string | null;
}

/**
 * A person's subscriptions as the providers say them now, the latest first; nothing is stored. `unanswered`: providers
 * that gave no answer in time (docs/product/operator.md#subscription-at-the-provider).
 */
export async function readSubscriptions(
  ctx: Pick<Ctx, 'db' | 'now' | 'payments' | 'log'>,
  personId: string,
): Promise<{
  readonly subscriptions: readonly ToldSubscription[];
  readonly unanswered: readonly Provider[];
}> {
  const customers = await queries.customersOf(ctx.db, personId);
  const read = await Promise.all(customers.map((customer) => readInTime(ctx, customer)));
  const states = read.filter((one) => typeof one === 'object').filter((one) => one !== null);
  const prices = states.flatMap(({ subscriptions }) =>
    subscriptions.flatMap(({ price_id, pending }) => [price_id, pending?.price_id ?? price_id]),
  );
  const plans = await queries.plansOf(ctx.db, prices);
  const told = states.flatMap((state) => state.subscriptions.map((one) => withPlans(one, state, plans)));
  return {
    subscriptions: told.toSorted((a, b) => Temporal.Instant.compare(b.created_at, a.created_at)),
    unanswered: read.filter((one) => typeof one === 'string'),
  };
}

function withPlans(
  subscription: SubscriptionState,
  { provider, mode }: Pick<ReadCustomer, 'provider' | 'mode'>,
  plans: readonly queries.Plan[],
): ToldSubscription {
  const planOf = (price: string) =>
    plans.find((one) => one.provider === provider && one.mode === mode && one.price_id === price) ?? null;
  const { id, price_id, pending } = subscription;
  return {
    ...subscription,
    provider,
    plan: planOf(price_id),
    nextPlan: pending === null ? null : planOf(pending.price_id),
    url: mode === 'sandbox' ? null : PAGES[provider](mode === 'live', id),
  };
}

class Late extends Error {}

/** What a provider says; null: nothing of these keys. The provider's name where it does not say it in time. */
async function readInTime(
  ctx: Pick<Ctx, 'db' | 'now' | 'payments' | 'log'>,
  { provider, mode, customer_id }: queries.Customer,
): Promise<ReadCustomer | null | Provider> {
  try {
    const told = await inTime(READ[provider](ctx, customer_id));
    return told?.mode === mode ? told : null;
  } catch (error) {
    if (!(error instanceof Late) && !isUnavailable(error)) throw error;
    ctx.log.warn({ err: error, provider }, 'a payment provider did not say a subscription in time');
    return provider;
  }
}

/** What a promise gives; throws Late where it takes too long, and drops what it gives then. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late('no answer in time')), WAIT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const PAGES: Readonly<Record<Provider, (isLive: boolean, id: string) => string>> = {
  stripe: (isLive, id) =>
    `https://dashboard.stripe.com/${isLive ? '' : 'test/'}subscriptions/${encodeURIComponent(id)}`,
  paypal: (isLive, id) =>
    `https://www.${isLive ? '' : 'sandbox.'}paypal.com/billing/subscriptions/${encodeURIComponent(id)}`,
};
