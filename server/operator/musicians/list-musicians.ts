import type { InputOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/musicians/contract-musicians.ts';
import { MUSICIANS_PAGE, pageState } from '#shared/operator/musicians/rules-musicians.ts';
import { readSearch } from '#shared/operator/rules-search.ts';
import { readPeopleSearch } from '#shared/operator/rules-people.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import * as queries from './queries-list.ts';

/** A page of all musicians, by name (docs/product/operator.md#musicians). */
export async function listMusicians(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { query: { after, q = '', page } }: InputOf<typeof contract.listMusicians>,
): Promise<Result<ResponseOf<typeof contract.listMusicians>, never>> {
  const filter = { after, search: readPeopleSearch(q), slug: readSearch(q).slug, page };
  const rows = await queries.musicians(db, filter, { now, limit: MUSICIANS_PAGE + 1 });
  const musicians = rows.slice(0, MUSICIANS_PAGE).map((row) => {
    const { published, visible, is_submitted: isSubmitted, is_returned: isReturned, ...rest } = row;
    const { next_free_at, next_session_id, next_session_at, ...musician } = rest;
    return {
      ...musician,
      page: pageState({ published, visible, isSubmitted, isReturned }),
      next_free_at: next_free_at?.toString() ?? null,
      next_session:
        next_session_id === null || next_session_at === null
          ? null
          : { id: next_session_id, starts_at: next_session_at.toString() },
    };
  });
  const next = rows.length > MUSICIANS_PAGE ? (musicians.at(-1)?.id ?? null) : null;
  return ok({ musicians, next });
}
