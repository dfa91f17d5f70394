import type * as z from 'zod/mini';
import type { Proof } from '#shared/accounts/contract-second-factor.ts';
import { fail, type Result } from '#shared/lib/result.ts';
import { transaction, type Tx } from '../../db/transaction.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { takeProof } from '../passkeys/check-answer.ts';
import { lockPerson } from '../queries.ts';
import { countTry, takeCode } from './check-code.ts';
import * as queries from './queries-second-factor.ts';

/**
 * Runs `work` if the proof is one of the caller's: a code of their app, a recovery code or a passkey. Errors:
 * `wrong_code`, `wrong_passkey` (docs/product/accounts.md#second-factor).
 */
export async function withProof<R extends Result<unknown>>(
  ctx: SignedInCtx,
  { code, passkey }: z.output<typeof Proof>,
  work: (tx: Tx) => Promise<R>,
): Promise<R | Result<never, 'wrong_code' | 'wrong_passkey'>> {
  const { id } = ctx.actor;
  await countTry(ctx, id);
  return transaction<R | Result<never, 'wrong_code' | 'wrong_passkey'>>(ctx, async (tx) => {
    await lockPerson(tx, id);
    if (passkey !== undefined)
      return (await takeProof(tx, ctx, id, passkey)) ? work(tx) : fail('wrong_passkey');
    const nonce = (await queries.appOf(tx, id))?.nonce ?? null;
    const isRight = await takeCode(tx, ctx, { personId: id, nonce, text: code ?? '' });
    return isRight ? work(tx) : fail('wrong_code');
  });
}
