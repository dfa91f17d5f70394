import { knownZone } from '#shared/accounts/rules-zone.ts';
import type { Role } from '#shared/lib/endpoint.ts';
import type { Db, Tx } from '../db/transaction.ts';
import type { Ctx } from '../ctx/ctx.ts';
import { hashToken, newId, newToken } from '../lib/ids.ts';
import { Refused } from '../lib/refused.ts';
import { passwordChanged } from './events.ts';
import { deleteBrowsers } from './login/queries-browsers.ts';
import { insertIdentity, type Provider } from './queries-identities.ts';
import * as loginSessions from './login-sessions/queries-login-sessions.ts';
import { deleteSecondFactor } from './second-factor/queries-second-factor.ts';
import { mailboxHash } from './sign-up/mailbox-hash.ts';
import * as tokens from './login/queries-tokens.ts';
import * as queries from './queries.ts';

/** Lifetime of mailed links (docs/product/accounts.md#invited-accounts). */
const LIFETIME = {
  reset_password: { hours: 24 },
  sign_in: { minutes: 15 },
  choose_password: { hours: 168 },
  delete_account: { hours: 24 },
  keep_account: { hours: 14 * 24 },
};

/** Purpose of a mailed link. */
export type LinkPurpose = keyof typeof LIFETIME;

/** Serializes changes of a person's holds, sessions and credits; first in the lock order. */
export async function lockPerson(tx: Tx, personId: string): Promise<void> {
  await queries.lockPerson(tx, personId);
}

/** Locks people as `lockPerson` does, in the order of their ids. */
export async function lockPeople(tx: Tx, personIds: readonly string[]): Promise<void> {
  await queries.lockPeople(tx, personIds);
}

/**
 * Sets the browser's zone unless the person has chosen one; returns it, or null. The caller holds the person's lock
 * (docs/product/accounts.md#time-zone).
 */
export async function takeBrowserZone(
  tx: Tx,
  personId: string,
  timezone: string | undefined,
): Promise<string | null> {
  const zone = knownZone(timezone);
  return zone === null ? null : ((await queries.setPendingZone(tx, personId, zone)) ?? null);
}

/** A new person; `zone` must be known. */
export interface NewPerson {
  readonly role: Role;
  readonly name: string;
  readonly email: string;
  readonly zone: string;
  readonly passwordHash: string | null;
  readonly waitlisted?: boolean;
  readonly now: Temporal.Instant;
}

/**
 * Inserts a person and returns the id. A taken address ends the transaction as `email_taken`, by the
 * constraint.
 */
export async function insertPerson(tx: Tx, person: NewPerson): Promise<string> {
  const id = newId();
  const { passwordHash, now, waitlisted = false, ...rest } = person;
  await queries.insertPerson(tx, {
    ...rest,
    id,
    email: person.email.toLowerCase(),
    password_hash: passwordHash,
    waitlisted,
    created_at: now,
  });
  return id;
}

/**
 * Links an account to a provider's id. A taken id ends the transaction as `identity_taken`, by the
 * constraint.
 */
export function addIdentity(
  tx: Tx,
  row: { provider: Provider; subject: string; personId: string; now: Temporal.Instant },
): Promise<void> {
  const { personId, now, ...rest } = row;
  return insertIdentity(tx, { ...rest, person_id: personId, created_at: now });
}

/** Marks an address as verified (docs/product/accounts.md#verified-address). */
export function verifyEmail(tx: Tx, personId: string, now: Temporal.Instant): Promise<void> {
  return queries.setVerified(tx, personId, now);
}

/**
 * Issues the token of a mailed link and voids earlier ones. Call it when the mail is sent: the lifetime
 * begins then.
 */
export async function issueToken(
  tx: Tx,
  { personId, purpose, now }: { personId: string; purpose: LinkPurpose; now: Temporal.Instant },
): Promise<string> {
  await queries.lockPerson(tx, personId);
  await tokens.deleteTokens(tx, personId, [purpose]);
  const token = newToken();
  await tokens.insertToken(tx, {
    hash: hashToken(token),
    purpose,
    person_id: personId,
    created_at: now,
    expires_at: now.add(LIFETIME[purpose]),
  });
  return token;
}

/** Voids the link of an invitation. The caller holds the person's lock (docs/product/operator.md#inviting-again). */
export function voidInvitation(tx: Tx, personId: string): Promise<void> {
  return tokens.deleteTokens(tx, personId, ['choose_password']);
}

/** Spends a mailed link of an account; undefined for one that does not work. */
export async function spendLink(
  tx: Tx,
  { token, purpose, now }: { token: string; purpose: LinkPurpose; now: Temporal.Instant },
): Promise<string | undefined> {
  return (await tokens.spendToken(tx, [hashToken(token)], [purpose], now))?.person_id;
}

/** Notes that the mailbox of an account that is erased has had its trial. */
export function rememberMailbox(
  tx: Tx,
  settings: Ctx['settings'],
  { email, now }: { email: string; now: Temporal.Instant },
): Promise<void> {
  return queries.insertErasedMailbox(tx, mailboxHash(settings, email), now);
}

/** Whether a person's mailbox has had its trial with an account that was erased (docs/product/own-data.md#one-trial-for-each-mailbox). */
export async function hadTrialBefore(tx: Tx, settings: Ctx['settings'], personId: string): Promise<boolean> {
  const { email } = await queries.addressOf(tx, personId);
  return queries.isErasedMailbox(tx, mailboxHash(settings, email));
}

/** Voids mailed links of a person. */
export function voidLinks(tx: Tx, personId: string, purposes: readonly LinkPurpose[]): Promise<void> {
  return tokens.deleteTokens(tx, personId, purposes);
}

/** The stored password of a person; null without one. */
export function passwordOf(db: Db, personId: string): Promise<string | null> {
  return queries.passwordOf(db, personId);
}

/**
 * Whether a password was chosen before the address was verified
 * (docs/product/accounts.md#unverified-password).
 */
export const hasUnverifiedPassword = (person: {
  readonly password_hash: string | null;
  readonly email_proved_at: Temporal.Instant | null;
}): boolean => person.password_hash !== null && person.email_proved_at === null;

/**
 * Hands an account to the owner of its address: existing logins and links end. `hash` is of an unknown password. The
 * caller holds the person's lock.
 */
export async function claimAccount(
  tx: Tx,
  { personId, hash, now }: { personId: string; hash: string; now: Temporal.Instant },
): Promise<void> {
  await queries.setPassword(tx, personId, hash);
  await loginSessions.deleteLoginSessions(tx, personId, null);
  await deleteBrowsers(tx, personId, null);
  await tokens.deleteTokens(tx, personId, [
    'front_ticket',
    'reset_password',
    'choose_password',
    'second_factor',
  ]);
  await queries.setVerified(tx, personId, now);
}

/**
 * Replaces a password and voids links, tickets, login sessions and known browsers except those in `keep`. The caller
 * holds the person's lock.
 */
export async function replacePassword(
  tx: Tx,
  ctx: Pick<Ctx, 'events'>,
  {
    personId,
    hash,
    keep,
  }: { personId: string; hash: string; keep: { login: Buffer; browser: Buffer | null } | null },
): Promise<void> {
  await queries.setPassword(tx, personId, hash);
  await loginSessions.deleteLoginSessions(tx, personId, keep?.login ?? null);
  await deleteBrowsers(tx, personId, keep?.browser ?? null);
  await tokens.deleteTokens(tx, personId, [
    'front_ticket',
    'reset_password',
    'sign_in',
    'choose_password',
    'second_factor',
  ]);
  await ctx.events.emit(tx, passwordChanged, { person_id: personId });
}

/**
 * Blocks a person: whatever they are signed in by, or could sign in by, ends. The caller holds the person's lock, as who
 * signs in does (docs/product/operator.md#blocking).
 */
export async function block(tx: Tx, personId: string, now: Temporal.Instant): Promise<void> {
  await queries.setBlocked(tx, personId, now);
  await endAllLogins(tx, personId);
  await tokens.deleteTokens(tx, personId, ['reset_password', 'choose_password']);
}

/** Ends a block. The caller holds the person's lock. */
export function unblock(tx: Tx, personId: string): Promise<void> {
  return queries.setBlocked(tx, personId, null);
}

/** Locks the client who calls; throws 401 for one who was blocked, or got another role, after the call had begun. */
export async function lockCaller(tx: Tx, personId: string): Promise<void> {
  if (!(await queries.lockClient(tx, personId))) throw new Refused('not_signed_in');
}

/**
 * Gives a person another role; their logins end, since each is of one front, and an operator's second factor is
 * removed. The caller holds the person's lock (docs/product/operator.md#changing-a-role).
 */
export async function setRole(tx: Tx, personId: string, role: Role): Promise<void> {
  await queries.setRole(tx, personId, role);
  await endAllLogins(tx, personId);
  await deleteSecondFactor(tx, personId);
}

/** Tokens of a login, or of a change of the second factor, that has begun. */
const HALF_WAY = ['second_factor', 'front_ticket', 'passkey_setup', 'passkey_proof', 'app_setup'] as const;

/**
 * Ends a person's login sessions, and the links and tickets that would begin one without a password. The caller holds the
 * person's lock (docs/product/operator.md#ending-logins).
 */
export async function endAllLogins(tx: Tx, personId: string): Promise<void> {
  await loginSessions.deleteLoginSessions(tx, personId, null);
  await tokens.deleteTokens(tx, personId, ['sign_in', ...HALF_WAY]);
}

/**
 * Removes a person's app, passkeys, recovery codes and logins; false if they had no second factor. The caller holds the
 * person's lock (docs/product/operator.md#second-factor-reset).
 */
export async function forgetSecondFactor(tx: Tx, personId: string): Promise<boolean> {
  const had = await deleteSecondFactor(tx, personId);
  await loginSessions.deleteLoginSessions(tx, personId, null);
  await tokens.deleteTokens(tx, personId, HALF_WAY);
  return had;
}
