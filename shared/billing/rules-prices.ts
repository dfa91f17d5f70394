import { toCents } from '../lib/money.ts';
import { DEFAULT_CONCURRENCY } from './rules.ts';

/** One credit on demand, in cents (docs/product/buying.md#hosted-pages). */
export const CREDIT_CENTS = 7900;

/** What a price sells, which it keeps for ever (docs/product/billing.md#prices). */
export interface Sale {
  readonly kind: 'plan' | 'bundle' | 'top-up';
  /** The plan's or bundle's id; 'credit' for a top-up. */
  readonly offer_id: string;
  readonly name: string;
  readonly unit_cents: number;
  readonly credits: number;
  readonly tier: number | null;
  readonly is_annual: boolean | null;
  readonly has_rollover: boolean | null;
  readonly concurrency: number | null;
}

const NO_PLAN = { tier: null, is_annual: null, has_rollover: null, concurrency: null } as const;

/** One credit. */
export const CREDIT_SALE: Sale = {
  kind: 'top-up',
  offer_id: 'credit',
  name: 'Credit',
  unit_cents: CREDIT_CENTS,
  credits: 1,
  ...NO_PLAN,
};

interface SoldPlan {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly credits: number;
  readonly tier: number;
  readonly isAnnual: boolean;
  readonly has_rollover: boolean;
  readonly concurrency?: number | undefined;
}

export function planSale({
  id,
  name,
  price,
  credits,
  tier,
  isAnnual,
  has_rollover,
  concurrency = DEFAULT_CONCURRENCY,
}: SoldPlan): Sale {
  return {
    kind: 'plan',
    offer_id: id,
    name,
    unit_cents: toCents(price),
    credits,
    tier,
    is_annual: isAnnual,
    has_rollover,
    concurrency,
  };
}

interface SoldBundle {
  readonly id: string;
  readonly title: string;
  readonly price: number;
  readonly credits: number;
}

export function bundleSale({ id, title, price, credits }: SoldBundle): Sale {
  return { kind: 'bundle', offer_id: id, name: title, unit_cents: toCents(price), credits, ...NO_PLAN };
}

/** All that a catalogue sells for money (docs/product/billing.md#prices). */
export function salesOf({
  plans,
  bundles,
}: {
  readonly plans: readonly SoldPlan[];
  readonly bundles: readonly SoldBundle[];
}): readonly Sale[] {
  const all = [...plans.map(planSale), ...bundles.map(bundleSale)];
  return [...all.filter(({ unit_cents }) => unit_cents > 0), CREDIT_SALE];
}

const TERMS = [
  'kind',
  'offer_id',
  'unit_cents',
  'credits',
  'tier',
  'is_annual',
  'has_rollover',
  'concurrency',
] as const;

/** Whether a price sells an offer as it is now. Its name may differ: it is no term of the sale. */
export function sellsSame(price: Sale, offer: Sale): boolean {
  return TERMS.every((term) => price[term] === offer[term]);
}

/** What has to happen to a price before all that is offered is sold (docs/product/billing.md#prices); `sold`: nothing. */
export const PRICE_STATES = ['sold', 'new', 'again', 'renamed', 'retired'] as const;
export type PriceState = (typeof PRICE_STATES)[number];

/** How many prices of each state there are, without those of which nothing is to do, in the order of PRICE_STATES. */
export function pendingStates(
  prices: readonly { readonly state: PriceState }[],
): readonly (readonly [PriceState, number])[] {
  return PRICE_STATES.filter((state) => state !== 'sold').flatMap((state) => {
    const count = prices.filter((price) => price.state === state).length;
    return count === 0 ? [] : [[state, count] as const];
  });
}

/** How many offers wait for a price at any of the providers. */
export function offersWaiting(
  providers: readonly {
    readonly prices: readonly { readonly state: PriceState; readonly kind: string; readonly offer: string }[];
  }[],
): number {
  const waiting = providers.flatMap(({ prices }) =>
    prices.filter(({ state }) => state === 'new' || state === 'again'),
  );
  return new Set(waiting.map(({ kind, offer }) => `${kind}:${offer}`)).size;
}
