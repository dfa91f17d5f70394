import { priceAt } from '#shared/billing/rules-buying.ts';
import { moveKind } from '#shared/billing/rules-change.ts';
import type { Provider } from '#shared/billing/rules-provider.ts';
import { PAYPAL_METHOD } from '#shared/billing/texts.ts';
import { formatDay } from '#shared/lib/time.ts';
import type { Me } from '#shared/me/contract.ts';
import type { Billing } from '../../billing/area-api.ts';
import { MoveTrial } from '../../billing/change/MoveTrial.tsx';
import { usePaymentMethods } from '../../billing/method/use-payment-methods.ts';
import { useOwnPlan } from '../../billing/plans/use-own-plan.ts';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { amountText } from './plan-facts.ts';

const OTHER: Readonly<Record<Provider, Provider>> = { stripe: 'paypal', paypal: 'stripe' };

interface MoveMethodProps {
  readonly me: Me;
  readonly billing: Billing;
}

/** Has the other provider bill the running plan (docs/product/plan-changes.md#moving-between-card-and-paypal). */
export function MoveMethod({ me, billing: { plan } }: MoveMethodProps) {
  const { status, subscription, timezone } = me;
  const methods = usePaymentMethods();
  const own = useOwnPlan(me);
  const provider = subscription.paymentsProvider;
  if (provider === null || own === undefined) return null;
  const other = OTHER[provider];
  const priceId = priceAt(own, other);
  const kind = moveKind(status, {
    lastPayment: subscription.lastPaymentStatus,
    hasPendingChange: (plan?.pending ?? null) !== null,
    priceId,
  });
  const trialEnd = plan?.trial_ends_at ?? null;
  if (methods?.includes(other) !== true || kind === null || priceId === null) return null;
  if (kind === 'trial') {
    if (trialEnd === null) return null;
    const amount = plan?.next?.amount ?? null;
    const note = PAYPAL_METHOD.trialNote(
      formatDay(Temporal.Instant.from(trialEnd), timezone),
      amount === null ? null : amountText(amount),
    );
    return <MoveTrial me={me} to={other} priceId={priceId} note={note} />;
  }
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
