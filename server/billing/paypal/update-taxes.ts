import { toPercent } from '#shared/lib/money.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { vatRate } from '../vat.ts';
import { paypalReach } from './ask-paypal.ts';
import { PayPalRefused } from './client.ts';
import { find } from './fetch-customer.ts';
import type { Subscription } from './objects.ts';
import { ratesOf } from './plan-of.ts';
import { liveAtPaypal } from './queries-paypal.ts';

/**
 * Brings the VAT of a running membership at PayPal to what country, VAT number and the studio's table say now: its next
 * cycle has it. Safe to repeat (docs/product/paypal.md#vat).
 */
export async function updateTaxes(
  ctx: Pick<Ctx, 'db' | 'payments' | 'log'>,
  personId: string,
): Promise<void> {
  const at = paypalReach(ctx);
  if (at === null) return;
  const { paypal, mode } = at;
  const live = await liveAtPaypal(ctx.db, mode, personId);
  if (live === undefined || live.country === null) return;
  const { basis_points } = await vatRate(ctx, { country: live.country, vat_number: live.vat_number ?? '' });
  const path = `/v1/billing/subscriptions/${live.subscription_id}`;
  const found = await find<Subscription>(paypal, `${path}?fields=last_failed_payment,plan`);
  if (found?.status !== 'ACTIVE' || (ratesOf(found) ?? 0) === basis_points) return;
  const value = String(toPercent(basis_points));
  try {
    await paypal.call({
      method: 'PATCH',
      path,
      body: [{ op: 'replace', path: '/plan/taxes/percentage', value }],
    });
  } catch (error) {
    // Cancelled or suspended at this moment.
    if (!(error instanceof PayPalRefused) || error.status !== 422) throw error;
    ctx.log.warn({ err: error }, 'PayPal refused another VAT');
  }
}
