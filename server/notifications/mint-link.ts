import { ok } from '../../shared/lib/result.ts';
import { mintToken, type LinkPurpose } from '../accounts/steps.ts';
import { transaction } from '../db/transaction.ts';
import type { Ctx } from '../lib/ctx.ts';

/** Makes the secret of a mail's link, in a transaction of its own that is over before the mail leaves. */
export async function mintLink(ctx: Ctx, personId: string, purpose: LinkPurpose): Promise<string> {
  const made = await transaction(ctx, async (tx) =>
    ok(await mintToken(tx, { personId, purpose, now: ctx.now })),
  );
  return made.value;
}
