import type { signUp } from '../../shared/accounts/contract.ts';
import { mailboxOf } from '../../shared/accounts/rules-mailbox.ts';
import type { AnswerOf } from '../../shared/lib/endpoint.ts';
import { ok, type Result } from '../../shared/lib/result.ts';
import { signedUp } from '../accounts/events.ts';
import { letIn, type Caller, type Started } from '../accounts/service.ts';
import { addIdentity, insertPerson } from '../accounts/steps.ts';
import { openAccount } from '../billing/steps.ts';
import type { Tx } from '../db/transaction.ts';
import type { Ctx } from '../lib/ctx.ts';
import { limit } from '../lib/rate.ts';
import { acceptCode } from '../referrals/steps.ts';

export type SignedUp = AnswerOf<typeof signUp>;

/** Somebody who comes in, as they were judged; `identity` for those who come by Google or Facebook. */
export interface Coming {
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

/** New accounts of one mailbox in a day: each is mailed, and with a + a mailbox has any number of addresses. */
const OF_MAILBOX = 10;
const DAY_SECONDS = 86_400;

/**
 * Makes a client's account in the caller's transaction: the person, the membership (part 1 section 4 "Sign-up flow"), the
 * invitation that brought them, and the login session. Who waits for a place (decisions 1) is not let in.
 */
export async function makeAccount(
  tx: Tx,
  ctx: Ctx,
  coming: Coming,
  caller: Caller,
): Promise<Result<Started<SignedUp>, 'no_such_bundle'>> {
  const { now } = ctx;
  const { name, email, zone, passwordHash, identity, code } = coming;
  const waitlisted = coming.joinsWaitlist || ctx.flags.waitlist;
  const role = 'client';
  const personId = await insertPerson(tx, { role, name, email, zone, passwordHash, waitlisted, now });
  await limit(tx, now, `sign-up:mailbox:${mailboxOf(email)}`, OF_MAILBOX, DAY_SECONDS);
  if (identity !== undefined) await addIdentity(tx, { ...identity, personId, now });
  const as = openingOf(ctx, coming, waitlisted);
  const opened = await openAccount(tx, ctx, { personId, as, bundleId: coming.bundleId, now });
  if (!opened.ok) return opened;
  if (code) await acceptCode(tx, { code, personId, email, now });
  await ctx.events.emit(tx, signedUp, { person_id: personId });
  if (waitlisted) {
    const user = { id: personId, timezone: zone, role } as const;
    return ok({ answer: { user, redirect: null, waitlisted }, token: null });
  }
  const entered = await letIn(ctx, { id: personId, role, zone }, { caller, next: coming.next, db: tx });
  return ok({ ...entered, answer: { ...entered.answer, waitlisted } });
}

/** Nobody's trial runs out while they wait for a place; they choose when they are let in. */
function openingOf(
  { flags }: Pick<Ctx, 'flags'>,
  { kind }: Coming,
  waitlisted: boolean,
): 'signup' | 'ondemand' | 'free' {
  if (kind === 'ondemand') return 'ondemand';
  return waitlisted || flags['credit-card-first'] ? 'signup' : 'free';
}
