import type { signUp } from '#shared/accounts/contract.ts';
import { mailboxOf } from '#shared/accounts/rules-mailbox.ts';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import { signedUp } from '../events.ts';
import { signIn, type Caller, type SignInResult } from '../service.ts';
import { addIdentity, insertPerson, verifyEmail } from '../steps.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { limit } from '../../db/rate.ts';

export type SignedUp = ResponseOf<typeof signUp>;

/** A validated new account; `identity` if it comes from a provider. */
export interface NewAccount {
  readonly name: string;
  readonly email: string;
  readonly zone: string;
  readonly passwordHash: string | null;
  readonly identity?: { readonly provider: 'google' | 'facebook'; readonly subject: string };
  readonly kind: 'official' | 'ondemand';
  readonly bundleId?: string | null | undefined;
  readonly code: string | null | undefined;
  readonly joinsWaitlist: boolean;
  readonly next?: string | undefined;
}

/** What higher rooms do in the transaction that makes an account; server/start/rooms.ts gives their steps. */
export interface AccountSteps {
  /** Opens the membership. */
  readonly openAccount: (
    tx: Tx,
    ctx: Ctx,
    opening: {
      readonly personId: string;
      readonly as: 'signup' | 'ondemand' | 'free';
      readonly bundleId?: string | null | undefined;
      readonly now: Temporal.Instant;
    },
  ) => Promise<Result<unknown, 'no_such_bundle'>>;
  /** Accepts the invitation of a code. */
  readonly acceptCode: (
    tx: Tx,
    acceptance: {
      readonly code: string;
      readonly personId: string;
      readonly email: string;
      readonly now: Temporal.Instant;
    },
  ) => Promise<unknown>;
}

/** Maximum of new accounts per mailbox and day (docs/product/security.md#mailbox). */
const MAX_PER_MAILBOX = 10;
const DAY_SECONDS = 86_400;

/**
 * Makes a client's account in the caller's transaction and signs in, unless on the waiting list
 * (docs/product/accounts.md#new-account).
 */
export async function makeAccount(
  tx: Tx,
  ctx: Ctx,
  account: NewAccount,
  caller: Caller,
  steps: AccountSteps,
): Promise<Result<SignInResult<SignedUp>, 'no_such_bundle'>> {
  const { now } = ctx;
  const { name, email, zone, passwordHash, identity, code } = account;
  const waitlisted = account.joinsWaitlist || ctx.flags.waitlist;
  const role = 'client';
  const personId = await insertPerson(tx, { role, name, email, zone, passwordHash, waitlisted, now });
  await limit(tx, now, `sign-up:mailbox:${mailboxOf(email)}`, MAX_PER_MAILBOX, DAY_SECONDS);
  if (identity !== undefined) await addIdentity(tx, { ...identity, personId, now });
  // Google's tokens are only accepted with a verified address.
  if (identity?.provider === 'google') await verifyEmail(tx, personId, now);
  const as = membershipStart(ctx, account, waitlisted);
  const opened = await steps.openAccount(tx, ctx, { personId, as, bundleId: account.bundleId, now });
  if (!opened.ok) return opened;
  if (code) await steps.acceptCode(tx, { code, personId, email, now });
  await ctx.events.emit(tx, signedUp, { person_id: personId });
  if (waitlisted) {
    const user = { id: personId, timezone: zone, role } as const;
    return ok({ response: { user, redirect: null, waitlisted }, session: null });
  }
  const result = await signIn(ctx, { id: personId, role, zone }, { caller, next: account.next, tx });
  return ok({ ...result, response: { ...result.response, waitlisted } });
}

/** On the waiting list no trial starts (docs/product/accounts.md#new-account). */
function membershipStart(
  { flags }: Pick<Ctx, 'flags'>,
  { kind }: NewAccount,
  waitlisted: boolean,
): 'signup' | 'ondemand' | 'free' {
  if (kind === 'ondemand') return 'ondemand';
  return waitlisted || flags['credit-card-first'] ? 'signup' : 'free';
}
