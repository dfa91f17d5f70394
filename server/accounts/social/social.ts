import type { googleLogin } from '#shared/accounts/contract.ts';
import { isEmail, normalizeEmail } from '#shared/accounts/rules.ts';
import { normalizeName } from '#shared/accounts/rules-sign-up.ts';
import { zoneOrUtc } from '#shared/accounts/rules-zone.ts';
import type { InputOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { signIn, personByIdentity, type Caller, type SignInResult } from '../service.ts';
import { failBlocked } from '../login/blocked.ts';
import { findPerson, lockPerson } from '../queries.ts';
import { transaction } from '../../db/transaction.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { addressKey, limit } from '../../db/rate.ts';
import { makeAccount, type AccountSteps, type NewAccount, type SignedUp } from '../sign-up/make-account.ts';
import type { Identity } from './identity.ts';

const NAME_MAX = 255;

/** Body of a social login. */
export type SocialBody = InputOf<typeof googleLogin>['body'];

/** Counts a social login before the provider is called. */
export function socialLimit(ctx: Ctx, caller: Caller): Promise<void> {
  return limit(ctx.db, ctx.now, `social:address:${addressKey(caller.address)}`, 60, 300);
}

/**
 * Signs in or up a verified identity. Errors: `other_provider`, `waitlisted`, `blocked`, `no_email`
 * (docs/product/accounts.md#social-login).
 */
export async function socialSignIn(
  ctx: Ctx,
  identity: Identity,
  body: SocialBody,
  caller: Caller,
  steps: AccountSteps,
): Promise<Result<SignInResult<SignedUp>, 'other_provider' | 'waitlisted' | 'blocked' | 'no_email'>> {
  const known = await signInKnown(ctx, identity, body, caller);
  if (known !== undefined) return known;
  const email = normalizeEmail(identity.email ?? '');
  if (!isEmail(email)) return fail('no_email');
  const account: NewAccount = {
    name: nameOf(identity, email),
    email,
    zone: zoneOrUtc(body.extraParams?.timezone),
    passwordHash: null,
    identity: { provider: identity.provider, subject: identity.subject },
    kind: 'official',
    code: body.referral_code,
    joinsWaitlist: body.isJoinWaitlist,
    next: body.next,
  };
  const result = await transaction(ctx, (tx) => makeAccount(tx, ctx, account, caller, steps));
  if (result.ok) return result;
  if (result.reason === 'no_such_bundle') throw new Error('a bundle is missing that nobody named');
  // A constraint refused it: a double press, or the address has another account.
  return (await signInKnown(ctx, identity, body, caller)) ?? fail('other_provider');
}

async function signInKnown(
  ctx: Ctx,
  { provider, subject }: Identity,
  { next }: SocialBody,
  caller: Caller,
): Promise<Result<SignInResult<SignedUp>, 'waitlisted' | 'blocked'> | undefined> {
  const person = await personByIdentity(ctx.db, provider, subject);
  if (person === undefined) return undefined;
  if (person.blocked_at === null && person.waitlisted) return fail('waitlisted');
  return transaction(ctx, async (tx) => {
    if (await lockPerson(tx, person.id)) return failBlocked(ctx);
    // Under the lock the role is final.
    const { id, role, zone } = (await findPerson(tx, person.id)) ?? person;
    const result = await signIn(ctx, { id, role, zone }, { caller, next, tx });
    return ok({ ...result, response: { ...result.response, waitlisted: false } });
  });
}

/** The provider's name, normalized; without one, the part of the address before the @. */
function nameOf({ name }: Identity, email: string): string {
  const known = normalizeName(name ?? '');
  return Array.from(known || (email.split('@')[0] ?? email))
    .slice(0, NAME_MAX)
    .join('');
}
