import type { passSecondFactor as passEndpoint } from '#shared/accounts/contract-second-factor.ts';
import { readCode, showRecoveryCode } from '#shared/accounts/rules-second-factor.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { audit } from '../../db/audit.ts';
import { transaction, type Tx } from '../../db/transaction.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import * as tokens from '../login/queries-tokens.ts';
import { secondFactorChanged } from '../events.ts';
import { lockPerson, personById } from '../queries.ts';
import { startLoginSession, type Caller, type SignInResult } from '../service.ts';
import { keyHash, stepOf } from './authenticator-app.ts';
import { countTry, renewRecoveryCodes, takeCode } from './check-code.ts';
import { dueOf } from './due-second-factor.ts';
import * as queries from './queries-second-factor.ts';

type Passed = SignInResult<ResponseOf<typeof passEndpoint>>;

/**
 * Signs in by the second factor; without an app, its first code sets it up. Errors: `sign_in_first`, `wrong_code`
 * (docs/product/accounts.md#second-factor).
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
    const isRight =
      app === undefined
        ? await setUp(tx, ctx, { personId, nonce: hash, text: body.code })
        : await takeCode(tx, ctx, { personId, nonce: app.nonce, text: body.code });
    if (!isRight) return fail('wrong_code');
    // A password change meanwhile, or another tab, has ended this login.
    if ((await tokens.spendToken(tx, [hash], ['second_factor'], ctx.now, ctx.front)) === undefined)
      return fail('sign_in_first');
    const codes = app === undefined ? await renewRecoveryCodes(tx, personId) : null;
    const { id, zone, role } = await personById(tx, personId);
    if (app === undefined) {
      const by = { actor: { id, role }, now: ctx.now };
      await audit(tx, by, { what: 'second-factor.set-up', object: { kind: 'person', id } });
      await ctx.events.emit(tx, secondFactorChanged, { person_id: id, change: 'set-up' });
    }
    const session = await startLoginSession(tx, ctx, personId, caller);
    const recovery_codes = codes?.map(showRecoveryCode) ?? null;
    return ok({ response: { user: { id, timezone: zone, role }, recovery_codes }, session });
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
