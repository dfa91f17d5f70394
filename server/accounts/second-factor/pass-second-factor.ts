import type { passSecondFactor as passEndpoint } from '#shared/accounts/contract-second-factor.ts';
import { readCode } from '#shared/accounts/rules-second-factor.ts';
import type { InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, type Result } from '#shared/lib/result.ts';
import { transaction, type Tx } from '../../db/transaction.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { hasPasskey } from '../passkeys/queries-passkeys.ts';
import { lockPerson } from '../queries.ts';
import type { Caller } from '../service.ts';
import { keyHash, stepOf } from './authenticator-app.ts';
import { countTry, takeCode } from './check-code.ts';
import { dueOf } from './due-second-factor.ts';
import { finishLogin, type Passed } from './finish-login.ts';
import * as queries from './queries-second-factor.ts';

/**
 * Signs in by a code; without a second factor, the first code of an app sets it up. Errors: `sign_in_first`,
 * `wrong_code` (docs/product/accounts.md#second-factor).
 */
export async function passSecondFactor(
  ctx: Ctx,
  { body }: InputOf<typeof passEndpoint>,
  { caller, token }: { caller: Caller; token: string | undefined },
): Promise<Result<Passed, ProblemOf<typeof passEndpoint>>> {
  const due = await dueOf(ctx, token);
  if (due === undefined) return fail('sign_in_first');
  const { personId, hash } = due;
  await countTry(ctx, personId);
  return transaction(ctx, async (tx) => {
    await lockPerson(tx, personId);
    const app = await queries.appOf(tx, personId);
    const isFirst = app === undefined && !(await hasPasskey(tx, personId));
    const isRight = isFirst
      ? await setUp(tx, ctx, { personId, nonce: hash, text: body.code })
      : await takeCode(tx, ctx, { personId, nonce: app?.nonce ?? null, text: body.code });
    if (!isRight) return fail('wrong_code');
    return finishLogin(tx, ctx, { personId, hash, caller, setUp: isFirst ? 'app' : null });
  });
}

/** Sets up an app by its first code; false for a wrong one. */
async function setUp(
  tx: Tx,
  ctx: Ctx,
  { personId, nonce, text }: { personId: string; nonce: Buffer; text: string },
): Promise<boolean> {
  const typed = readCode(text);
  const step = typed?.kind === 'app' ? stepOf(ctx, nonce, typed.code) : null;
  if (step === null) return false;
  const row = { person_id: personId, nonce, created_at: ctx.now, last_step: step, key_hash: keyHash(ctx) };
  await queries.insertApp(tx, row);
  return true;
}
