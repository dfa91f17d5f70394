import type { Session } from '../../shared/sessions/contract.ts';
import { lockPerson } from '../accounts/steps.ts';
import { lockMusician } from '../calendar/steps.ts';
import { musicianById } from '../catalogue/service.ts';
import type { Tx } from '../db/transaction.ts';
import type { SignedInCtx } from '../lib/ctx.ts';
import { presentSession, refundNow } from '../sessions/service.ts';
import { lockSession, type SessionRow } from '../sessions/steps.ts';
import * as queries from './queries.ts';

/**
 * The caller's own session or hold, live or not, with its person, musician and row locked in that order; null for what
 * is not theirs or not there.
 */
export async function lockOwn(tx: Tx, ctx: SignedInCtx, sessionId: number): Promise<SessionRow | null> {
  await lockPerson(tx, ctx.actor.id);
  const own = await queries.ownSession(tx, sessionId, ctx.actor.id);
  if (own === undefined) return null;
  await lockMusician(tx, own.musician_id);
  return (await lockSession(tx, sessionId)) ?? null;
}

/** A hold that lasts at the call's instant; an expired one is over at the instant it expires (decisions 4). */
export type LiveHold = SessionRow & { readonly held_until: Temporal.Instant };

export function isLiveHold(row: SessionRow | null, now: Temporal.Instant): row is LiveHold {
  return row?.held_until != null && Temporal.Instant.compare(row.held_until, now) > 0;
}

/** The caller's session as it now stands in this transaction, for the answer. */
export async function present(tx: Tx, ctx: SignedInCtx, sessionId: number): Promise<Session> {
  const session = await presentSession(tx, sessionId, ctx.actor, ctx.now);
  if (session === null) throw new Error(`session ${sessionId} is not to be seen by who has just changed it`);
  return session;
}

/** What cancelling a booked session at `now` means for its client (part 2 section 4), by its musician's own limit. */
export async function refundTermsOf(
  tx: Tx,
  row: SessionRow,
  now: Temporal.Instant,
): ReturnType<typeof refundNow> {
  const { booked_at, musician_id: musicianId } = row;
  const musician = await musicianById(tx, musicianId);
  if (booked_at === null || musician === undefined) throw new Error(`session ${row.id} is not booked`);
  return refundNow(tx, { ...row, booked_at, recredit_limit_hours: musician.recredit_limit_hours }, now);
}
