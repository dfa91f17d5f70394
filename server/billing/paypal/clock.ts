import type { Ctx } from '../../ctx/ctx.ts';
import type { PayPalAt } from './ask-paypal.ts';
import { PayPalRefused } from './client.ts';

/** PayPal's time for a person, to the second; in the sandbox each person has a clock of their own. */
export async function paypalNow(
  { now }: Pick<Ctx, 'now'>,
  { paypal, mode }: PayPalAt,
  personId: string,
): Promise<Temporal.Instant> {
  const own = mode === 'sandbox' ? await clockOf(paypal, personId) : null;
  return (own ?? now).round({ smallestUnit: 'second', roundingMode: 'floor' });
}

async function clockOf(paypal: PayPalAt['paypal'], personId: string): Promise<Temporal.Instant | null> {
  try {
    const { now } = await paypal.call<{ now: string }>({ path: `/v1/sandbox/clocks/${personId}` });
    return Temporal.Instant.from(now);
  } catch (error) {
    if (error instanceof PayPalRefused && error.status === 404) return null;
    throw error;
  }
}
