import type { Offers } from '#shared/content/contract-documents.ts';
import { formatUsd, toCents } from '#shared/lib/money.ts';
import type { Me } from '#shared/me/contract.ts';

/** An offer that is paid here. */
export interface ChosenOffer {
  readonly kind: 'plan' | 'bundle';
  readonly id: string;
  readonly title: string;
  /** Dollars. */
  readonly price: number;
  readonly credits: number;
  /** The period of a plan; null for a bundle. */
  readonly period: 'month' | 'year' | null;
  /** It can be paid through PayPal, where the studio has PayPal. */
  readonly hasPaypal: boolean;
}

/** The paid offer of an id; null where it is free, elsewhere or gone. */
export function findOffer({ plans, bundles }: Offers, id: unknown): ChosenOffer | null {
  const plan = plans.find((one) => one.id === id);
  if (plan !== undefined) {
    const hasPaypal = plan.paypalProdPriceId !== null;
    return { ...pick(plan), kind: 'plan', period: plan.isAnnual ? 'year' : 'month', hasPaypal };
  }
  const bundle = bundles.find((one) => one.id === id && one.price > 0);
  return bundle === undefined ? null : { ...pick(bundle), kind: 'bundle', period: null, hasPaypal: true };
}

const pick = ({ id, title, price, credits }: Pick<ChosenOffer, 'id' | 'title' | 'price' | 'credits'>) => ({
  id,
  title,
  price,
  credits,
});

/** '$199 - 5 credits per month'. */
export function priceLine({ price, credits, period }: ChosenOffer): string {
  const counted = `${credits} ${credits === 1 ? 'credit' : 'credits'}`;
  return `${formatUsd(toCents(price))} - ${counted}${period === null ? '' : ` per ${period}`}`;
}

/** Whether a subscription runs at the provider: buying a plan then changes it, on a page of the provider. */
export function hasLiveSubscription({ status, subscription }: Pick<Me, 'status' | 'subscription'>): boolean {
  const isLive = status === 'trial' || status === 'subscriber' || status === 'pending_cancellation';
  return isLive && subscription.subscriptionId !== null;
}

/** Countries whose postal code the card's bank checks (docs/product/buying.md#paying). */
export const needsZip = (country: string | null): boolean => ['US', 'GB', 'CA'].includes(country ?? '');
