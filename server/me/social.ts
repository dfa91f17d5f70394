import type { googleLogin } from '../../shared/accounts/contract.ts';
import { isEmail, normalEmail } from '../../shared/accounts/rules.ts';
import { normalName, zoneOr } from '../../shared/accounts/rules-sign-up.ts';
import type { InputOf } from '../../shared/lib/endpoint.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { letIn, personByIdentity, type Caller, type Started } from '../accounts/service.ts';
import { transaction } from '../db/transaction.ts';
import type { Ctx } from '../lib/ctx.ts';
import { addressKey, limit } from '../lib/rate.ts';
import { makeAccount, type Coming, type SignedUp } from './make-account.ts';
import type { Identity } from './social/identity.ts';

const NAME_MAX = 255;

/** What a browser sends along with the other side's token. */
export type SocialBody = InputOf<typeof googleLogin>['body'];

/** Counts a social sign-in before the other side is called. */
export function socialLimit(ctx: Ctx, caller: Caller): Promise<void> {
  return limit(ctx.db, ctx.now, `social:address:${addressKey(caller.address)}`, 60, 300);
}

/**
 * Signs in or up whoever the other side vouches for. They are known by (provider, subject), never by the e-mail; an address
 * that has an account otherwise is `other_provider`. However often it is clicked at once, there is one account.
 */
export async function socialSignIn(
  ctx: Ctx,
  identity: Identity,
  body: SocialBody,
  caller: Caller,
): Promise<Result<Started<SignedUp>, 'other_provider' | 'waitlisted' | 'no_email'>> {
  const known = await enterKnown(ctx, identity, body, caller);
  if (known !== undefined) return known;
  const email = normalEmail(identity.email ?? '');
  if (!isEmail(email)) return fail('no_email');
  const coming: Coming = {
    name: nameOf(identity, email),
    email,
    zone: zoneOr(body.extraParams?.timezone),
    passwordHash: null,
    identity: { provider: identity.provider, subject: identity.subject },
    kind: 'official',
    code: body.referral_code,
    joinsWaitlist: body.isJoinWaitlist,
    next: body.next,
  };
  const made = await transaction(ctx, (tx) => makeAccount(tx, ctx, coming, caller));
  if (made.ok) return made;
  if (made.reason === 'no_such_bundle') throw new Error('a bundle is missing that nobody named');
  // A constraint stood in the way: of the same person who clicked twice, or of another account.
  return (await enterKnown(ctx, identity, body, caller)) ?? fail('other_provider');
}

async function enterKnown(
  ctx: Ctx,
  { provider, subject }: Identity,
  { next }: SocialBody,
  caller: Caller,
): Promise<Result<Started<SignedUp>, 'waitlisted'> | undefined> {
  const person = await personByIdentity(ctx.db, provider, subject);
  if (person === undefined) return undefined;
  if (person.waitlisted) return fail('waitlisted');
  const entered = await letIn(ctx, person, { caller, next });
  return ok({ ...entered, answer: { ...entered.answer, waitlisted: false } });
}

/** The name that the other side tells, as it is kept; where it tells none, what stands before the @. */
function nameOf({ name }: Identity, email: string): string {
  const told = normalName(name ?? '');
  return Array.from(told || (email.split('@')[0] ?? email))
    .slice(0, NAME_MAX)
    .join('');
}
