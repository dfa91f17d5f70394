import { useQueries } from '@tanstack/react-query';
import { planButton } from '#shared/billing/rules-offers.ts';
import type { Plan } from '#shared/content/contract-documents.ts';
import type { Me } from '#shared/me/contract.ts';
import { isRefusal } from '../../lib/api.ts';
import { previewQuery } from '../change/api.ts';

/**
 * The prices of plans that a member by PayPal cannot change to now: less than what would be given back. The server
 * counts it; a member by card has none (docs/product/plan-changes.md#unable-to-switch).
 */
export function useUnaffordable(
  plans: readonly Plan[],
  me: Me,
  /** Whether another plan may follow already: then none can be chosen. */
  hasPendingChange: boolean,
): ReadonlySet<string> {
  const { paymentsProvider, lastPaymentStatus } = me.subscription;
  const isAsked = paymentsProvider === 'paypal' && lastPaymentStatus !== 'failed' && !hasPendingChange;
  const prices = isAsked ? pricesNow(plans, me) : [];
  return useQueries({
    queries: prices.map(previewQuery),
    combine: (results) => {
      const isBelow = ({ error }: (typeof results)[number]) =>
        isRefusal(error) && error.problem.code === 'credit_above_price';
      return new Set(prices.filter((_price, at) => results[at] !== undefined && isBelow(results[at])));
    },
  });
}

/** The prices of changes at once. */
function pricesNow(plans: readonly Plan[], { status, subscription }: Me): string[] {
  const isEnding = status === 'pending_cancellation';
  if (status !== 'subscriber' && !isEnding) return [];
  const { isTrial, currentPrice, isAnnual, tierNumber } = subscription;
  return plans.flatMap((plan) => {
    const kind = planButton({ status, isTrial, currentPrice, isAnnual, tierNumber }, plan);
    const isNow = kind === 'switch' || kind === 'upgrade' || (isEnding && kind === 'new');
    return isNow && plan.priceId !== null && plan.priceId !== currentPrice ? [plan.priceId] : [];
  });
}
