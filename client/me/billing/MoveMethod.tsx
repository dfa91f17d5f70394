import { priceAt } from '#shared/billing/rules-buying.ts';
import { unableReason } from '#shared/billing/rules-change.ts';
import type { Provider } from '#shared/billing/rules-provider.ts';
import { PAYPAL_METHOD } from '#shared/billing/texts.ts';
import type { Me } from '#shared/me/contract.ts';
import type { Billing } from '../../billing/area-api.ts';
import { usePaymentMethods } from '../../billing/method/use-payment-methods.ts';
import { useOwnPlan } from '../../billing/plans/use-own-plan.ts';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';

const OTHER: Readonly<Record<Provider, Provider>> = { stripe: 'paypal', paypal: 'stripe' };

interface MoveMethodProps {
  readonly me: Me;
  readonly billing: Billing;
}

/** Has the other provider bill the running plan (docs/product/plan-changes.md#moving-between-card-and-paypal). */
export function MoveMethod({ me, billing: { plan } }: MoveMethodProps) {
  const { status, subscription } = me;
  const methods = usePaymentMethods();
  const own = useOwnPlan(me);
  const provider = subscription.paymentsProvider;
  if (status !== 'subscriber' || provider === null || own === undefined) return null;
  const other = OTHER[provider];
  const reason = unableReason({
    lastPayment: subscription.lastPaymentStatus,
    hasPendingChange: (plan?.pending ?? null) !== null,
    priceId: priceAt(own, other),
  });
  if (methods?.includes(other) !== true || reason !== null) return null;
  return (
    <ButtonLink
      kind="plain"
      to="."
      hash
      search={(search) => ({ ...search, modal: 'plans', offer: own.id, method: other })}
      resetScroll={false}
    >
      {PAYPAL_METHOD.move[other]}
    </ButtonLink>
  );
}
