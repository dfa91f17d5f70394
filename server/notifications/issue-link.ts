import { ok } from '#shared/lib/result.ts';
import { issueToken, type LinkPurpose } from '../accounts/steps.ts';
import { transaction } from '../db/transaction.ts';
import type { Ctx } from '../ctx/ctx.ts';

/** Issues the token of a mail's link in its own transaction, committed before the mail is sent. */
export async function issueLink(ctx: Ctx, personId: string, purpose: LinkPurpose): Promise<string> {
  const result = await transaction(ctx, async (tx) =>
    ok(await issueToken(tx, { personId, purpose, now: ctx.now })),
  );
  return result.value;
}
