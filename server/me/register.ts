import { normalEmail } from '../../shared/accounts/rules.ts';
import { normalName, validateSignUp, zoneOr } from '../../shared/accounts/rules-sign-up.ts';
import { fail, type Result } from '../../shared/lib/result.ts';
import { isKnown, type Caller, type Started } from '../accounts/service.ts';
import { transaction } from '../db/transaction.ts';
import type { Ctx } from '../lib/ctx.ts';
import { hashPassword } from '../lib/passwords.ts';
import { addressKey, limit } from '../lib/rate.ts';
import { makeAccount, type Coming, type SignedUp } from './make-account.ts';

/** The form that both sign-ups take. */
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
 * Signs somebody up by e-mail and password. Counted per address and per e-mail address. The password is hashed before the
 * transaction; of any number who race for one address the constraint lets one have it, the others hear `email_taken`.
 */
export async function register(
  ctx: Ctx,
  { user, referral_code, isJoinWaitlist }: Form,
  caller: Caller,
  more: Pick<Coming, 'kind' | 'bundleId'>,
): Promise<Result<Started<SignedUp>, 'email_taken' | 'invalid' | 'no_such_bundle'>> {
  const errors = validateSignUp(user);
  if (errors.length > 0) return fail('invalid', { errors });
  const email = normalEmail(user.email);
  await limit(ctx.db, ctx.now, `sign-up:address:${addressKey(caller.address)}`, 100, 900);
  await limit(ctx.db, ctx.now, `sign-up:account:${email}`, 40, 900);
  if (await isKnown(ctx.db, email)) return fail('email_taken');
  const coming: Coming = {
    ...more,
    name: normalName(user.name),
    email,
    zone: zoneOr(user.timezone),
    passwordHash: await hashPassword(user.password),
    code: referral_code,
    joinsWaitlist: isJoinWaitlist,
  };
  return transaction(ctx, (tx) => makeAccount(tx, ctx, coming, caller));
}
