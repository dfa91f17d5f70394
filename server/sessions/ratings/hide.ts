import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
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
  ctx: Pick<Ctx, 'db' | 'now'>,
  { sessionId, hidden }: { readonly sessionId: number; readonly hidden: boolean },
): Promise<Result<null, 'not_found'>> {
  return transaction(ctx, async (tx) =>
    (await queries.setHidden(tx, sessionId, hidden ? ctx.now : null)) ? ok(null) : fail('not_found'),
  );
}
