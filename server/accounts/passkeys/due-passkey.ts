import type * as contract from '#shared/accounts/contract-passkeys.ts';
import { freePasskeyName, passkeySite } from '#shared/accounts/rules-passkeys.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { newId } from '../../lib/ids.ts';
import { addressOf } from '../queries.ts';
import { dueOf } from '../second-factor/due-second-factor.ts';
import { passLogin, type Passed, type SecondHalf } from '../second-factor/pass-login.ts';
import { appOf } from '../second-factor/queries-second-factor.ts';
import { proofOptions, setupOptions } from './ask-browser.ts';
import { takeNewPasskey, takeProof } from './check-answer.ts';
import { hasPasskey, insertPasskey, passkeysOf } from './queries-passkeys.ts';

/**
 * What a browser needs for the second half of a login: to prove a passkey, or to make the first second factor one. Errors:
 * `sign_in_first`, `no_site`, `no_passkey` (docs/product/accounts.md#passkeys).
 */
export async function beginDuePasskey(
  ctx: Ctx,
  token: string | undefined,
): Promise<Result<ResponseOf<typeof contract.beginDuePasskey>, ProblemOf<typeof contract.beginDuePasskey>>> {
  const due = await dueOf(ctx, token);
  if (due === undefined) return fail('sign_in_first');
  const site = passkeySite(ctx.origin);
  if (site === null) return fail('no_site');
  const { personId } = due;
  const [{ email }, app, passkeys] = await Promise.all([
    addressOf(ctx.db, personId),
    appOf(ctx.db, personId),
    passkeysOf(ctx.db, personId),
  ]);
  if (passkeys.length > 0)
    return ok({ prove: await proofOptions(ctx.db, ctx, { personId, site, passkeys }), set_up: null });
  if (app !== undefined) return fail('no_passkey');
  return ok({ prove: null, set_up: await setupOptions(ctx.db, ctx, { personId, email, site, passkeys }) });
}

/** Signs in by a passkey. Errors: `sign_in_first`, `wrong_passkey` (docs/product/accounts.md#passkeys). */
export async function passByPasskey(
  ctx: Ctx,
  { body }: InputOf<typeof contract.passByPasskey>,
  from: SecondHalf,
): Promise<Result<Passed, ProblemOf<typeof contract.passByPasskey>>> {
  return passLogin(ctx, from, async (tx, { personId }) =>
    (await takeProof(tx, ctx, personId, body)) ? ok(null) : fail('wrong_passkey'),
  );
}

/**
 * Sets up a second factor by a first passkey and signs in. Errors: `sign_in_first`, `wrong_passkey`, also where there is
 * a second factor already (docs/product/accounts.md#passkeys).
 */
export async function setUpPasskey(
  ctx: Ctx,
  { body }: InputOf<typeof contract.setUpPasskey>,
  from: SecondHalf,
): Promise<Result<Passed, ProblemOf<typeof contract.setUpPasskey>>> {
  return passLogin(ctx, from, async (tx, { personId }) => {
    const has = (await appOf(tx, personId)) !== undefined || (await hasPasskey(tx, personId));
    const made = has ? null : await takeNewPasskey(tx, ctx, personId, body);
    if (made === null) return fail('wrong_passkey');
    const row = { ...made, id: newId(), person_id: personId, name: freePasskeyName([]), created_at: ctx.now };
    return (await insertPasskey(tx, row)) ? ok('passkey') : fail('wrong_passkey');
  });
}
