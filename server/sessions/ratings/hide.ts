import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { audit, type AuditedBy } from '../../db/audit.ts';
import { transaction } from '../../db/transaction.ts';
import * as queries from './queries-ratings.ts';

/** A rating as the operator sees it. */
export type RatingRow = Awaited<ReturnType<typeof queries.ratingsOf>>[number];

/** All ratings of a musician, hidden ones too, newest first. */
export function listRatings(ctx: Pick<Ctx, 'db'>, musicianId: string): Promise<RatingRow[]> {
  return queries.ratingsOf(ctx.db, musicianId);
}

/**
 * Hides the words of a session's rating from its musician's page, or shows them again. Its stars count either way
 * (docs/product/musician-page.md#hidden-ratings).
 */
export function hideRating(
  ctx: Pick<Ctx, 'db' | 'now'> & AuditedBy,
  { sessionId, hidden }: { readonly sessionId: number; readonly hidden: boolean },
): Promise<Result<null, 'not_found'>> {
  return transaction(ctx, async (tx) => {
    const rating = await queries.lockRating(tx, sessionId);
    if (rating === undefined) return fail('not_found');
    if ((rating.hidden_at !== null) === hidden) return ok(null);
    await queries.setHidden(tx, sessionId, hidden ? ctx.now : null);
    await audit(tx, ctx, {
      what: hidden ? 'rating.hidden' : 'rating.shown',
      object: { kind: 'session', id: sessionId },
      personId: rating.client_id,
      before: { hidden: !hidden },
      after: { hidden },
    });
    return ok(null);
  });
}
