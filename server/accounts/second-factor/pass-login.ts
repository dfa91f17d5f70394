import type { passSecondFactor as passEndpoint } from '#shared/accounts/contract-second-factor.ts';
import { showRecoveryCode } from '#shared/accounts/rules-second-factor.ts';
import type { ResponseOf, Role } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { audit } from '../../db/audit.ts';
import { transaction, type Tx } from '../../db/transaction.ts';
import { secondFactorChanged } from '../events.ts';
import * as tokens from '../login/queries-tokens.ts';
import { lockPerson, personById } from '../queries.ts';
import { startLoginSession, type Caller, type SignInResult } from '../service.ts';
import { countTry, renewRecoveryCodes } from './check-code.ts';
import { dueOf } from './due-second-factor.ts';

export type Passed = SignInResult<ResponseOf<typeof passEndpoint>>;

/** Where the second half of a login comes from. */
export interface SecondHalf {
  readonly caller: Caller;
  /** Of the login that waits, from its cookie. */
  readonly token: string | undefined;
}

/** Whose login waits, and the hash of its token. */
export interface DueLogin {
  readonly personId: string;
  readonly hash: Buffer;
}

/** What a right second factor set up; null if there was one before. */
export type SetUp = 'app' | 'passkey' | null;

/**
 * Signs in whose login waits if `check` finds the second factor right; with new recovery codes where it was set up.
 * `check` runs under the person's lock. Error: `sign_in_first` (docs/product/accounts.md#second-factor).
 */
export async function passLogin<R extends string>(
  ctx: Ctx,
  { caller, token }: SecondHalf,
  check: (tx: Tx, due: DueLogin) => Promise<Result<SetUp, R>>,
): Promise<Result<Passed, R | 'sign_in_first'>> {
  const due = await dueOf(ctx, token);
  if (due === undefined) return fail('sign_in_first');
  const { personId, hash } = due;
  await countTry(ctx, personId);
  return transaction<Result<Passed, R | 'sign_in_first'>>(ctx, async (tx) => {
    await lockPerson(tx, personId);
    const checked = await check(tx, due);
    if (!checked.ok) return checked;
    // A password change meanwhile, or another tab, has ended this login.
    if ((await tokens.spendToken(tx, [hash], ['second_factor'], ctx.now, ctx.front)) === undefined)
      return fail('sign_in_first');
    const { id, zone, role } = await personById(tx, personId);
    const codes = checked.value === null ? null : await begun(tx, ctx, { id, role }, checked.value);
    const session = await startLoginSession(tx, ctx, personId, caller);
    const recovery_codes = codes?.map(showRecoveryCode) ?? null;
    return ok({ response: { user: { id, timezone: zone, role }, recovery_codes }, session });
  });
}

/** Makes recovery codes for a second factor that was just set up; enters it into the audit log and mails its owner. */
async function begun(tx: Tx, ctx: Ctx, actor: { id: string; role: Role }, setUp: 'app' | 'passkey') {
  const { id } = actor;
  const what = setUp === 'app' ? 'second-factor.set-up' : 'second-factor.passkey-added';
  await audit(tx, { actor, now: ctx.now }, { what, object: { kind: 'person', id } });
  const change = setUp === 'app' ? 'set-up' : 'passkey-added';
  await ctx.events.emit(tx, secondFactorChanged, { person_id: id, change });
  return renewRecoveryCodes(tx, id);
}
