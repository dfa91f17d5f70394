import type * as contract from '#shared/accounts/contract-app.ts';
import { readCode } from '#shared/accounts/rules-second-factor.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { transaction } from '../../db/transaction.ts';
import { hashToken, newToken } from '../../lib/ids.ts';
import * as tokens from '../login/queries-tokens.ts';
import { hasPasskey } from '../passkeys/queries-passkeys.ts';
import { addressOf, lockPerson } from '../queries.ts';
import { keyHash, setupOf, stepOf } from './authenticator-app.ts';
import { countTry } from './check-code.ts';
import { SECOND_FACTOR_SECONDS } from './due-second-factor.ts';
import { recordChange } from './record-change.ts';
import { withProof } from './with-proof.ts';
import * as queries from './queries-second-factor.ts';

/**
 * What an app takes that the caller adds beside passkeys. Errors: `wrong_code`, `wrong_passkey`, `has_app`
 * (docs/product/accounts.md#an-app-beside-passkeys).
 */
export async function beginApp(
  ctx: SignedInCtx,
  { body }: InputOf<typeof contract.beginApp>,
): Promise<Result<ResponseOf<typeof contract.beginApp>, ProblemOf<typeof contract.beginApp>>> {
  const { now, front, actor } = ctx;
  return withProof(ctx, body, async (tx) => {
    if ((await queries.appOf(tx, actor.id)) !== undefined) return fail('has_app');
    const token = newToken();
    const hash = hashToken(token);
    await tokens.deleteTokens(tx, actor.id, ['app_setup']);
    await tokens.insertToken(tx, {
      hash,
      purpose: 'app_setup',
      person_id: actor.id,
      front,
      created_at: now,
      expires_at: now.add({ seconds: SECOND_FACTOR_SECONDS }),
    });
    const { email } = await addressOf(tx, actor.id);
    return ok({ token, ...setupOf(ctx, hash, email) });
  });
}

/** Adds the app by its first code. Errors: `wrong_code`, `has_app`, `setup_over`. */
export async function addApp(
  ctx: SignedInCtx,
  { body: { token, code } }: InputOf<typeof contract.addApp>,
): Promise<Result<ResponseOf<typeof contract.addApp>, ProblemOf<typeof contract.addApp>>> {
  const { now, front, actor } = ctx;
  const [nonce, typed] = [hashToken(token), readCode(code)];
  await countTry(ctx, actor.id);
  return transaction<Result<ResponseOf<typeof contract.addApp>, ProblemOf<typeof contract.addApp>>>(
    ctx,
    async (tx) => {
      await lockPerson(tx, actor.id);
      if ((await queries.appOf(tx, actor.id)) !== undefined) return fail('has_app');
      const found = await tokens.tokenOf(tx, [nonce], ['app_setup'], now);
      if (found?.person_id !== actor.id) return fail('setup_over');
      const step = typed?.kind === 'app' ? stepOf(ctx, nonce, typed.code) : null;
      if (step === null) return fail('wrong_code');
      if ((await tokens.spendToken(tx, [nonce], ['app_setup'], now, front)) === undefined)
        return fail('setup_over');
      const row = { person_id: actor.id, nonce, created_at: now, last_step: step, key_hash: keyHash(ctx) };
      await queries.insertApp(tx, row);
      await recordChange(tx, ctx, 'app-added');
      return ok({ ok: true as const });
    },
  );
}

/** Removes the caller's app, unless it is their only second factor. Errors: `not_found`, `wrong_code`, `wrong_passkey`, `last`. */
export async function removeApp(
  ctx: SignedInCtx,
  { body }: InputOf<typeof contract.removeApp>,
): Promise<Result<ResponseOf<typeof contract.removeApp>, ProblemOf<typeof contract.removeApp>>> {
  const { id } = ctx.actor;
  return withProof(ctx, body, async (tx) => {
    if ((await queries.appOf(tx, id)) === undefined) return fail('not_found');
    if (!(await hasPasskey(tx, id))) return fail('last');
    await queries.deleteApp(tx, id);
    await recordChange(tx, ctx, 'app-removed');
    return ok({ ok: true as const });
  });
}
