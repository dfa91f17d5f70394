import { normalizeEmail } from '#shared/accounts/rules.ts';
import { normalizeName, validateSignUp } from '#shared/accounts/rules-sign-up.ts';
import { zoneOrUtc } from '#shared/accounts/rules-zone.ts';
import { fail, type Result } from '#shared/lib/result.ts';
import { hasAccount, type Caller, type SignInResult } from '../service.ts';
import { transaction } from '../../db/transaction.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { hashPassword } from '../../lib/passwords.ts';
import { addressKey, limit } from '../../db/rate.ts';
import { makeAccount, type AccountSteps, type NewAccount, type SignedUp } from './make-account.ts';

/** The form of both sign-ups. */
interface Form {
  readonly user: {
    readonly name: string;
    readonly email: string;
    readonly timezone: string;
    readonly password: string;
  };
  readonly referral_code?: string | null | undefined;
  readonly isJoinWaitlist: boolean;
}

/**
 * Signs up by email and password, which is hashed before the transaction. Errors: `invalid`, `email_taken`,
 * `no_such_bundle` (docs/product/accounts.md#sign-up).
 */
export async function register(
  ctx: Ctx,
  { user, referral_code, isJoinWaitlist }: Form,
  caller: Caller,
  more: Pick<NewAccount, 'kind' | 'bundleId'>,
  steps: AccountSteps,
): Promise<Result<SignInResult<SignedUp>, 'email_taken' | 'invalid' | 'no_such_bundle'>> {
  const errors = validateSignUp(user);
  if (errors.length > 0) return fail('invalid', { errors });
  const email = normalizeEmail(user.email);
  await limit(ctx.db, ctx.now, `sign-up:address:${addressKey(caller.address)}`, 100, 900);
  await limit(ctx.db, ctx.now, `sign-up:account:${email}`, 40, 900);
  if (await hasAccount(ctx.db, email)) return fail('email_taken');
  const account: NewAccount = {
    ...more,
    name: normalizeName(user.name),
    email,
    zone: zoneOrUtc(user.timezone),
    passwordHash: await hashPassword(user.password),
    code: referral_code,
    joinsWaitlist: isJoinWaitlist,
  };
  return transaction(ctx, (tx) => makeAccount(tx, ctx, account, caller, steps));
}
