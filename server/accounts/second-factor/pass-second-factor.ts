import type { passSecondFactor as passEndpoint } from '#shared/accounts/contract-second-factor.ts';
import { readCode } from '#shared/accounts/rules-second-factor.ts';
import type { InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { hasPasskey } from '../passkeys/queries-passkeys.ts';
import { keyHash, stepOf } from './authenticator-app.ts';
import { takeCode } from './check-code.ts';
import { passLogin, type Passed, type SecondHalf } from './pass-login.ts';
import * as queries from './queries-second-factor.ts';

/**
 * Signs in by a code; without a second factor, the first code of an app sets it up. Errors: `sign_in_first`,
 * `wrong_code` (docs/product/accounts.md#second-factor).
 */
export async function passSecondFactor(
  ctx: Ctx,
  { body }: InputOf<typeof passEndpoint>,
  from: SecondHalf,
): Promise<Result<Passed, ProblemOf<typeof passEndpoint>>> {
  return passLogin(ctx, from, async (tx, { personId, hash }) => {
    const app = await queries.appOf(tx, personId);
    const isFirst = app === undefined && !(await hasPasskey(tx, personId));
    const isRight = isFirst
      ? await setUp(tx, ctx, { personId, nonce: hash, text: body.code })
      : await takeCode(tx, ctx, { personId, nonce: app?.nonce ?? null, text: body.code });
    return isRight ? ok(isFirst ? 'app' : null) : fail('wrong_code');
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
