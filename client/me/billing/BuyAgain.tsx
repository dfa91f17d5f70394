import { createPaypalSubscription } from '#shared/billing/calls.ts';
import { BUY_AGAIN, PAYPAL } from '#shared/billing/texts.ts';
import { formatDay } from '#shared/lib/time.ts';
import type { Me } from '#shared/me/contract.ts';
import type { Billing } from '../../billing/area-api.ts';
import { usePaymentMethods } from '../../billing/method/use-payment-methods.ts';
import { usePaypalWay } from '../../billing/method/use-paypal-way.ts';
import { useOwnPlan } from '../../billing/plans/use-own-plan.ts';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';

interface BuyAgainProps {
  readonly me: Me;
  readonly billing: Billing;
}

/** The way back to a membership that ends at PayPal, in one press (docs/product/leaving.md#coming-back-at-paypal). */
export function BuyAgain({ me, billing: { plan } }: BuyAgainProps) {
  const { status, timezone, subscription } = me;
  const methods = usePaymentMethods();
  const own = useOwnPlan(me);
  const isEnding = status === 'pending_cancellation' && subscription.paymentsProvider === 'paypal';
  const endsAt = plan?.ends_at ?? null;
  const priceId = own?.paypalProdPriceId ?? null;
  if (!isEnding || endsAt === null || priceId === null || methods?.includes('paypal') !== true) return null;
  return (
    <Notice tone="waiting" title={BUY_AGAIN.title} action={<BuyButton me={me} priceId={priceId} />}>
      {BUY_AGAIN.body(formatDay(Temporal.Instant.from(endsAt), timezone))}
    </Notice>
  );
}

function BuyButton({ me, priceId }: Pick<BuyAgainProps, 'me'> & { readonly priceId: string }) {
  const { busy, go } = usePaypalWay(me, async (key) => {
    const { url } = await call(createPaypalSubscription, { body: { priceId } }, { idempotencyKey: key });
    return url;
  });
  return (
    <Button onClick={go} aria-disabled={busy || undefined} data-busy={busy || undefined}>
      {busy ? PAYPAL.busy : BUY_AGAIN.button}
    </Button>
  );
}
