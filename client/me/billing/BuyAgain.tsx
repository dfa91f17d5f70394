import { createPaypalSubscription } from '#shared/billing/calls.ts';
import { BUY_AGAIN, PAYPAL } from '#shared/billing/texts.ts';
import { formatDay } from '#shared/lib/time.ts';
import type { Billing } from '../../billing/area-api.ts';
import { usePaymentMethods } from '../../billing/method/use-payment-methods.ts';
import { usePaypalWay } from '../../billing/method/use-paypal-way.ts';
import { useOwnPlan } from '../../billing/plans/use-own-plan.ts';
import { call } from '../../lib/api.ts';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';

/** The way back to a membership that ends at PayPal, in one press (docs/product/leaving.md#coming-back-at-paypal). */
export function BuyAgain({ billing: { plan } }: { readonly billing: Billing }) {
  const { status, timezone, subscription } = useMe();
  const methods = usePaymentMethods();
  const own = useOwnPlan();
  const isEnding = status === 'pending_cancellation' && subscription.paymentsProvider === 'paypal';
  const endsAt = plan?.ends_at ?? null;
  const priceId = own?.paypalProdPriceId ?? null;
  if (!isEnding || endsAt === null || priceId === null || methods?.includes('paypal') !== true) return null;
  return (
    <Notice tone="waiting" title={BUY_AGAIN.title} action={<BuyButton priceId={priceId} />}>
      {BUY_AGAIN.body(formatDay(Temporal.Instant.from(endsAt), timezone))}
    </Notice>
  );
}

function BuyButton({ priceId }: { readonly priceId: string }) {
  const { busy, go } = usePaypalWay(async (key) => {
    const { url } = await call(createPaypalSubscription, { body: { priceId } }, { idempotencyKey: key });
    return url;
  });
  return (
    <Button onClick={go} aria-disabled={busy || undefined} data-busy={busy || undefined}>
      {busy ? PAYPAL.busy : BUY_AGAIN.button}
    </Button>
  );
}
