import type { getStatement as endpoint } from '#shared/credits/contract.ts';
import { statementLabel } from '#shared/credits/texts.ts';
import type { ResponseOf, InputOf } from '#shared/lib/endpoint.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { countLines, statementOf } from './queries-statement.ts';

/** A page of the caller's statement, newest first (docs/product/credits.md#statement). */
export async function getStatement(
  { db, actor, now }: SignedInCtx,
  { query }: InputOf<typeof endpoint>,
): Promise<Result<ResponseOf<typeof endpoint>, never>> {
  const { show, ...page } = query;
  const asked = { personId: actor.id, now, show };
  const rows = await statementOf(db, { ...asked, page });
  const total = rows[0]?.total ?? (query.page === 0 ? 0 : await countLines(db, asked));
  const statement = rows.map((row) => ({
    id: row.id,
    date: row.at.toString(),
    what: statementLabel(row),
    session_id: row.session_id,
    credits: row.delta,
    balance: row.balance,
    expiry: row.expires_at?.toString() ?? null,
  }));
  return ok({ statement, total });
}
