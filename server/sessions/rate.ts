import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { cleanText } from '#shared/lib/text.ts';
import type { rate as rateEndpoint } from '#shared/sessions/contract.ts';
import { mayDo } from '#shared/sessions/rules-actions.ts';
import { ratingErrors } from '#shared/sessions/rules-terms.ts';
import { lockMusician } from '../calendar/steps.ts';
import { transaction } from '../db/transaction.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { sessionRated } from './events.ts';
import { sessionResponse } from './session-response.ts';
import { lockOwnSession } from './steps.ts';
import * as queries from './ratings/queries-ratings.ts';

/**
 * Rates a past session, or changes its rating (docs/product/sessions.md#rating). Locks the musician's row first, so
 * that of concurrent ratings one inserts and the others update.
 */
export function rate(
  ctx: SignedInCtx,
  { body }: InputOf<typeof rateEndpoint>,
): Promise<Result<ResponseOf<typeof rateEndpoint>, ProblemOf<typeof rateEndpoint>>> {
  const { actor, now } = ctx;
  const sessionId = body.session_id;
  const comment = cleanText(body.comment ?? '') || null;
  const errors = ratingErrors(body.rating, comment);
  return transaction(ctx, async (tx) => {
    const musicianId = await queries.musicianOfClient(tx, sessionId, actor.id);
    if (musicianId === undefined) return fail('not_found');
    if (errors.length > 0) return fail('invalid', { errors });
    await lockMusician(tx, musicianId);
    const row = await lockOwnSession(tx, sessionId, actor.id);
    if (row === undefined) return fail('not_found');
    const rated_at = await queries.ratedAt(tx, sessionId);
    const rating = { status: rated_at === null ? ('none' as const) : ('rated' as const), rated_at };
    const allowed = mayDo(actor.role, 'rate', { ...row, rating }, now);
    if (!allowed.allowed) return fail('not_now', { detail: allowed.reason });
    await queries.putRating(tx, { sessionId, stars: body.rating, comment, now });
    if (rated_at === null) await ctx.events.emit(tx, sessionRated, { session_id: sessionId });
    const session = await sessionResponse(tx, sessionId, actor, now);
    return session === null ? fail('not_found') : ok({ session });
  });
}
