import type { getStatementCsv as endpoint } from '#shared/credits/contract.ts';
import { STATEMENT_COLUMNS, statementLabel } from '#shared/credits/texts.ts';
import { csvOf } from '#shared/lib/csv.ts';
import type { InputOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { statementOf } from './queries-statement.ts';

/** The caller's statement as CSV, days and times in their zone (docs/product/credits.md#statement). */
export async function getStatementCsv(
  { db, actor, now }: SignedInCtx,
  { query }: InputOf<typeof endpoint>,
): Promise<Result<ResponseOf<typeof endpoint>, never>> {
  const rows = await statementOf(db, { personId: actor.id, now, show: query.show, page: null });
  const local = (at: Temporal.Instant) =>
    at
      .toZonedDateTimeISO(actor.zone)
      .toPlainDateTime()
      .toString({ smallestUnit: 'minute' })
      .replace('T', ' ');
  const lines = rows.map((row) => [
    local(row.at),
    statementLabel(row),
    row.delta,
    row.balance,
    row.expires_at === null ? '' : local(row.expires_at),
  ]);
  const headers = {
    'content-disposition': 'attachment; filename="credits.csv"',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  return ok({ status: 200, headers, body: csvOf([[...STATEMENT_COLUMNS], ...lines]) });
}
