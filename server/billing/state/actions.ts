import type { CustomerState, ProviderAction } from '#shared/billing/rules-provider.ts';
import { isLive } from '#shared/billing/rules-status.ts';
import type { Subscriptions } from './subscriptions.ts';

/** What is to be done at the provider (docs/product/billing.md#two-subscriptions); the same until it is done. */
export function actionsFor({
  state,
  subscriptions: { seconds, live },
  isTrialUsed,
}: {
  readonly state: CustomerState;
  readonly subscriptions: Subscriptions;
  readonly isTrialUsed: boolean;
}): ProviderAction[] {
  const actions: ProviderAction[] = [];
  for (const subscription of state.subscriptions) {
    const subscription_id = subscription.id;
    if (seconds.has(subscription_id) && (isLive(subscription) || subscription.status === 'unpaid'))
      actions.push({ do: 'cancel', subscription_id, why: 'second' });
    else if (subscription.status === 'unpaid') actions.push({ do: 'cancel', subscription_id, why: 'unpaid' });
    else if (isTrialUsed && live?.id === subscription_id)
      actions.push({ do: 'cancel', subscription_id, why: 'trial-used' });
  }
  for (const { subscription_id, provider_id, total_cents, refunds, disputes } of state.payments) {
    const refunded = refunds.reduce((sum, { cents }) => sum + cents, 0);
    const isOwed = refunded < total_cents && disputes.every(({ state }) => state === 'won');
    if (subscription_id !== null && seconds.has(subscription_id) && isOwed)
      actions.push({ do: 'refund', provider_id, why: 'second' });
  }
  return actions;
}
