import type { passSecondFactor as passEndpoint } from '#shared/accounts/contract-second-factor.ts';
import { showRecoveryCode } from '#shared/accounts/rules-second-factor.ts';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { audit } from '../../db/audit.ts';
import type { Tx } from '../../db/transaction.ts';
import { secondFactorChanged } from '../events.ts';
import * as tokens from '../login/queries-tokens.ts';
import { personById } from '../queries.ts';
import { startLoginSession, type Caller, type SignInResult } from '../service.ts';
import { renewRecoveryCodes } from './check-code.ts';

export type Passed = SignInResult<ResponseOf<typeof passEndpoint>>;

/** A login whose second factor was right. */
export interface PassedLogin {
  readonly personId: string;
  /** Of the token of the login that waits. */
  readonly hash: Buffer;
  readonly caller: Caller;
  /** What was set up by this login; null if there was a second factor before. */
  readonly setUp: 'app' | 'passkey' | null;
}

/**
 * Spends the login that waits for its second factor, and signs in; with new recovery codes where one was set up. The
 * caller holds the person's lock. Error: `sign_in_first` (docs/product/accounts.md#second-factor).
 */
export async function finishLogin(
  tx: Tx,
  ctx: Ctx,
  { personId, hash, caller, setUp }: PassedLogin,
): Promise<Result<Passed, 'sign_in_first'>> {
  // A password change meanwhile, or another tab, has ended this login.
  if ((await tokens.spendToken(tx, [hash], ['second_factor'], ctx.now, ctx.front)) === undefined)
    return fail('sign_in_first');
  const codes = setUp === null ? null : await renewRecoveryCodes(tx, personId);
  const { id, zone, role } = await personById(tx, personId);
  if (setUp !== null) {
    const by = { actor: { id, role }, now: ctx.now };
    const what = setUp === 'app' ? 'second-factor.set-up' : 'second-factor.passkey-added';
    await audit(tx, by, { what, object: { kind: 'person', id } });
    const change = setUp === 'app' ? 'set-up' : 'passkey-added';
    await ctx.events.emit(tx, secondFactorChanged, { person_id: id, change });
  }
  const session = await startLoginSession(tx, ctx, personId, caller);
  const recovery_codes = codes?.map(showRecoveryCode) ?? null;
  return ok({ response: { user: { id, timezone: zone, role }, recovery_codes }, session });
}
