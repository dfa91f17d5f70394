import type { CustomerState, ProviderAction } from '#shared/billing/rules-provider.ts';
import { isChargedInVain, isLive } from '#shared/billing/rules-status.ts';
import type { Subscriptions } from './subscriptions.ts';

/** What is to be done at the providers (docs/product/billing.md#two-subscriptions); the same until it is done. */
export function actionsFor({
  state,
  subscriptions,
  isTrialUsed,
}: {
  readonly state: CustomerState;
  readonly subscriptions: Subscriptions;
  readonly isTrialUsed: boolean;
}): ProviderAction[] {
  const { provider } = state;
  const { seconds, replaced, live, toEndElsewhere } = subscriptions;
  const actions = toEndElsewhere.map(({ id, provider: other }): ProviderAction => ({
    do: 'cancel',
    provider: other,
    subscription_id: id,
    why: 'replaced',
  }));
  for (const subscription of state.subscriptions) {
    const subscription_id = subscription.id;
    const cancel = { do: 'cancel', provider, subscription_id } as const;
    const runs = isLive(subscription) || subscription.status === 'unpaid';
    if (seconds.has(subscription_id) && runs) actions.push({ ...cancel, why: 'second' });
    else if (replaced.has(subscription_id) && runs) actions.push({ ...cancel, why: 'replaced' });
    else if (subscription.status === 'unpaid') actions.push({ ...cancel, why: 'unpaid' });
    else if (isTrialUsed && live?.id === subscription_id) actions.push({ ...cancel, why: 'trial-used' });
  }
  const { invoice_id = '', untried_card: card } = live?.failing ?? {};
  if (card !== undefined) actions.push({ do: 'pay', provider, invoice_id, card });
  for (const { subscription_id, provider_id, total_cents, refunds, disputes, paid_at } of state.payments) {
    const refunded = refunds.reduce((sum, { cents }) => sum + cents, 0);
    const isOwed = refunded < total_cents && disputes.every((one) => one.state === 'won');
    if (subscription_id === null || !isOwed) continue;
    const refund = { do: 'refund', provider, provider_id } as const;
    if (seconds.has(subscription_id)) actions.push({ ...refund, why: 'second' });
    else if (isChargedInVain(paid_at, replaced.get(subscription_id)))
      actions.push({ ...refund, why: 'replaced' });
  }
  return actions;
}
