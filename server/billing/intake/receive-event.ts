import { ok, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import type { PayPalAccess, StripeAccess } from '../../ctx/payments.ts';
import { transaction } from '../../db/transaction.ts';
import { askPaypal } from '../paypal/ask-paypal.ts';
import { verifyEvent, type Delivery } from '../paypal/verify-webhook.ts';
import { parseEvent } from '../stripe/parse-event.ts';
import { takeIn } from './take-in.ts';
import { takeInPaypal } from './take-in-paypal.ts';

/** A webhook of Stripe: stored once under its event's id, with the job that brings its customer up to date. */
export async function receiveEvent(
  ctx: Pick<Ctx, 'db' | 'now' | 'events' | 'log'>,
  access: StripeAccess,
  delivery: { readonly body: Buffer; readonly signature: string | undefined },
): Promise<Result<null, 'wrong_signature' | 'malformed'>> {
  const parsed = parseEvent(access, { ...delivery, now: ctx.now });
  if (!parsed.ok) {
    ctx.log.warn({ reason: parsed.reason }, 'webhook refused');
    return parsed;
  }
  await transaction({ db: ctx.db, now: ctx.now }, async (tx) =>
    ok(await takeIn(tx, ctx, access, parsed.value)),
  );
  return ok(null);
}

/** The same of PayPal, which is asked whether it sent it (docs/product/paypal.md#webhooks). */
export async function receivePaypalEvent(
  ctx: Pick<Ctx, 'db' | 'now' | 'events' | 'log'>,
  access: PayPalAccess,
  delivery: Delivery,
): Promise<Result<null, 'wrong_signature' | 'malformed' | 'provider_unavailable'>> {
  const asked = await askPaypal(ctx, () => verifyEvent(access, delivery));
  const parsed = asked.ok ? asked.value : asked;
  if (!parsed.ok) {
    ctx.log.warn({ reason: parsed.reason }, 'webhook refused');
    return parsed;
  }
  const { value: event } = parsed;
  if (event !== null)
    await transaction({ db: ctx.db, now: ctx.now }, async (tx) =>
      ok(await takeInPaypal(tx, ctx, access.mode, event)),
    );
  return ok(null);
}
