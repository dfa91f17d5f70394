import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/sessions/contract.ts';
import type { SessionEvent } from '#shared/sessions/rules.ts';
import { mayDo } from '#shared/sessions/rules-actions.ts';
import { reading, together } from '../db/pipeline.ts';
import { transaction } from '../db/transaction.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { downloadTermsFor, toCardResponse, sessionResponse } from './session-response.ts';
import * as queries from './queries.ts';
import { sessionHappened } from './events.ts';
import { lockOwnSession, transition } from './steps.ts';

export { SESSION_INVARIANTS } from './queries-invariants.ts';

export { downloadTerms, sessionResponse } from './session-response.ts';
export { refundNow } from './refund-now.ts';
export { hideRating, listRatings } from './ratings/hide.ts';

type ListOutput = ResponseOf<typeof contract.listSessions>;
type SessionOutput = ResponseOf<typeof contract.getSession>;

/** The caller's sessions, all or one group, with the counts of the caller's groups (docs/product/sessions.md#lists). */
export async function listSessions(
  ctx: SignedInCtx,
  { query }: InputOf<typeof contract.listSessions>,
): Promise<Result<ListOutput, never>> {
  const { group, page, size } = query;
  const { db, actor, now } = ctx;
  const [rows, counted] = await reading(db, (one) =>
    together([
      queries.pageOfSessions(one, actor, { group, limit: size, offset: page * size, now }),
      queries.countByGroup(one, actor, now),
    ]),
  );
  const counts = { pending_review: 0, upcoming_partners: 0, upcoming: 0, past: 0 };
  for (const { group, count } of counted) counts[group] = count;
  const terms = await downloadTermsFor(db, rows, actor, now);
  const all = counts.pending_review + counts.upcoming_partners + counts.upcoming + counts.past;
  return ok({
    sessions: rows.map((row) => toCardResponse(row, terms, now)),
    total: group === undefined ? all : counts[group],
    counts,
  });
}

/** One session of the caller's, or their live hold. */
export async function getSession(
  { db, actor, now }: SignedInCtx,
  { params }: InputOf<typeof contract.getSession>,
): Promise<Result<SessionOutput, ProblemOf<typeof contract.getSession>>> {
  const session = await sessionResponse(db, params.id, actor, now);
  return session === null ? fail('not_found') : ok({ session });
}

type Moved = Promise<Result<SessionOutput, ProblemOf<typeof contract.approve>>>;

/** Marks the session ready (docs/product/sessions.md#ready-to-go). */
export function approve(ctx: SignedInCtx, { body }: InputOf<typeof contract.approve>): Moved {
  return move(ctx, body.session_id, 'ready', 'approve');
}

/** Closes a session that is over and has nothing to deliver (docs/product/sessions.md#closing). */
export function close(ctx: SignedInCtx, { body }: InputOf<typeof contract.close>): Moved {
  return move(ctx, body.session_id, 'close', 'close');
}

/** Moves a session of the caller's by the status table; the refusal is the sentence that the page shows. */
async function move(
  ctx: SignedInCtx,
  sessionId: number,
  action: 'ready' | 'close',
  event: SessionEvent,
): Moved {
  const { actor, now } = ctx;
  return transaction(ctx, async (tx) => {
    const row = await lockOwnSession(tx, sessionId, actor.id);
    if (row === undefined) return fail('not_found');
    const allowed = mayDo(actor.role, action, row, now);
    if (!allowed.allowed) return fail('not_now', { detail: allowed.reason });
    const change = { sessionId, locked: row, event, actorId: actor.id, actorRole: actor.role, now };
    const moved = await transition(tx, change);
    if (!moved.ok) return moved;
    if (event === 'approve')
      await ctx.events.emit(tx, sessionHappened, { session_id: sessionId, what: 'ready' });
    const session = await sessionResponse(tx, sessionId, actor, now);
    return session === null ? fail('not_found') : ok({ session });
  });
}
