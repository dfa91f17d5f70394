import { ok, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import type { StripeAccess } from '../../ctx/payments.ts';
import { transaction } from '../../db/transaction.ts';
import { parseEvent } from '../stripe/parse-event.ts';
import { takeIn } from './take-in.ts';

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
