import { fail, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import type { ProviderPayment, ProviderRefunds } from '../refunding/provider-refunds.ts';
import { askPaypal, paypalReach } from './ask-paypal.ts';
import { PayPalRefused } from './client.ts';
import { find } from './fetch-customer.ts';
import { centsOf, linkedId, moneyOf, type Refund } from './objects.ts';
import { keepObject, objectsOf } from './queries-paypal.ts';

/** The refunds of a payment at PayPal; null: this installation has no access, or nothing was charged. */
export function paypalRefunds(
  ctx: Pick<Ctx, 'db' | 'now' | 'payments' | 'log'>,
  { mode, provider_id, person_id, total_cents, refunded_cents }: ProviderPayment,
): ProviderRefunds | null {
  const at = paypalReach(ctx);
  if (at === null || at.mode !== mode || total_cents === 0) return null;
  const { paypal } = at;
  return {
    // PayPal lists no refunds of a payment: those that are known of the person are read one by one.
    read: () =>
      askPaypal(ctx, async () => {
        const known = await objectsOf(ctx.db, at.mode, person_id);
        const ids = known.filter(({ kind }) => kind === 'refund').map(({ object_id }) => object_id);
        const found = await Promise.all(ids.map((id) => find<Refund>(paypal, `/v2/payments/refunds/${id}`)));
        const refunds = found.flatMap((refund) => centsOfRefund(refund, provider_id));
        const rest = refunded_cents - refunds.reduce((sum, cents) => sum + cents, 0);
        return { paid_cents: total_cents, refunds: rest > 0 ? [...refunds, rest] : refunds };
      }),
    async make(cents, requestId): Promise<Result<string, 'provider_unavailable' | 'refused'>> {
      try {
        return await askPaypal(ctx, async () => {
          const path = `/v2/payments/captures/${provider_id}/refund`;
          const body = { amount: moneyOf(cents) };
          const { id } = await paypal.call<Refund>({ method: 'POST', path, body, requestId });
          await keepObject(ctx.db, { mode: at.mode, object_id: id, kind: 'refund', person_id, now: ctx.now });
          return id;
        });
      } catch (error) {
        if (!(error instanceof PayPalRefused)) throw error;
        return fail('refused', { detail: [error.code, ...error.issues].join(', ') });
      }
    },
  };
}

/** What a refund paid back of a payment; nothing where it is another's, or paid nothing. */
function centsOfRefund(refund: Refund | null, paymentId: string): number[] {
  if (refund === null || linkedId(refund.links, 'up') !== paymentId) return [];
  const cents = ['COMPLETED', 'PENDING'].includes(refund.status ?? '') ? centsOf(refund.amount) : null;
  return cents === null ? [] : [cents];
}
