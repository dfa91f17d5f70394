import type { Role } from '../../shared/lib/endpoint.ts';
import type { Tx } from '../db/transaction.ts';
import type { Ctx } from '../lib/ctx.ts';
import { hashToken, newId, newToken } from '../lib/ids.ts';
import { passwordChanged } from './events.ts';
import { insertIdentity, type Provider } from './queries-identities.ts';
import * as loginSessions from './queries-login-sessions.ts';
import * as tokens from './queries-tokens.ts';
import * as queries from './queries.ts';

/** How long the link of a mail works, in hours (decisions 1; an invitation to choose a password a week). */
const LIFETIME = { reset_password: { hours: 24 }, sign_in: { minutes: 15 }, choose_password: { hours: 168 } };

/** What a link of a mail is for. */
export type LinkPurpose = keyof typeof LIFETIME;

/** Makes everything that changes a person's holds, sessions and credits wait in line; first in the lock order. */
export function lockPerson(tx: Tx, personId: string): Promise<void> {
  return queries.lockPerson(tx, personId);
}

/** Somebody who has just come, as they are kept. `zone` must be one that we know. */
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
 * Makes an account and answers its id. An address that has one already ends the transaction as `email_taken`, by the
 * constraint: of any number that race for it, one gets it.
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
 * Notes who an account is to Google or Facebook. Somebody who has an account already ends the transaction as
 * `identity_taken`, by the constraint.
 */
export function addIdentity(
  tx: Tx,
  row: { provider: Provider; subject: string; personId: string; now: Temporal.Instant },
): Promise<void> {
  const { personId, now, ...rest } = row;
  return insertIdentity(tx, { ...rest, person_id: personId, created_at: now });
}

/**
 * Makes the secret of a link in a mail and answers it; only its hash is kept. Earlier links of the same purpose stop
 * working. Call it when the mail is sent: the time that it works begins then.
 */
export async function mintToken(
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

/** Whether a password was chosen by somebody of whom nothing shows that the address is theirs (an account made in advance). */
export const isDoubtful = (person: {
  readonly password_hash: string | null;
  readonly email_proved_at: Temporal.Instant | null;
}): boolean => person.password_hash !== null && person.email_proved_at === null;

/**
 * Makes an account its address's owner's, who shows for the first time that they are: what somebody else may have chosen before
 * lets nobody in any more. `hash` is of what nobody knows. The caller holds the person's lock.
 */
export async function takeOver(
  tx: Tx,
  { personId, hash, now }: { personId: string; hash: string; now: Temporal.Instant },
): Promise<void> {
  await queries.setPassword(tx, personId, hash);
  await loginSessions.deleteLoginSessions(tx, personId, null);
  await tokens.deleteTokens(tx, personId, ['front_ticket', 'reset_password', 'choose_password']);
  await queries.setProved(tx, personId, now);
}

/**
 * Gives a person a password, and takes away what let anybody in before: every login session but the one whose token's
 * hash is `keep`, every link and every ticket. The caller holds the person's lock.
 */
export async function putPassword(
  tx: Tx,
  ctx: Pick<Ctx, 'events'>,
  { personId, hash, keep }: { personId: string; hash: string; keep: Buffer | null },
): Promise<void> {
  await queries.setPassword(tx, personId, hash);
  await loginSessions.deleteLoginSessions(tx, personId, keep);
  await tokens.deleteTokens(tx, personId, ['front_ticket', 'reset_password', 'sign_in', 'choose_password']);
  await ctx.events.emit(tx, passwordChanged, { person_id: personId });
}
