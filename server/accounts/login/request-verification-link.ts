import type { requestVerificationLink as askEndpoint } from '#shared/accounts/contract.ts';
import { safePath } from '#shared/accounts/rules.ts';
import type { ResponseOf, InputOf } from '#shared/lib/endpoint.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import { transaction } from '../../db/transaction.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { limit } from '../../db/rate.ts';
import { verificationRequested } from '../events.ts';
import * as queries from '../queries.ts';

/**
 * Mails a link that verifies the caller's address and continues to `next`; none if it is already verified
 * (docs/product/accounts.md#verification-link).
 */
export async function requestVerificationLink(
  ctx: SignedInCtx,
  { body }: InputOf<typeof askEndpoint>,
): Promise<Result<ResponseOf<typeof askEndpoint>, never>> {
  const { actor, db, now } = ctx;
  const { email, email_proved_at } = await queries.addressOf(db, actor.id);
  if (email_proved_at !== null) return ok({ email, sent: false });
  await limit(db, now, `proof-link:account:${actor.id}`, 5, 900);
  await limit(db, now, `proof-link:day:${actor.id}`, 20, 86_400);
  const next = safePath(body.next);
  return transaction(ctx, async (tx) => {
    await ctx.events.emit(tx, verificationRequested, {
      person_id: actor.id,
      ...(next === null ? {} : { next }),
    });
    return ok({ email, sent: true });
  });
}
