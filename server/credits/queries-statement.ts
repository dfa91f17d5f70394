import { sql, type RawBuilder } from 'kysely';
import type { EntryReason } from '#shared/credits/texts.ts';
import type { StatementFilter } from '#shared/credits/contract.ts';
import type { LotSource } from '#shared/credits/rules.ts';
import type { Database } from '../db/database.ts';

interface Row {
  readonly id: string;
  readonly at: Temporal.Instant;
  readonly reason: EntryReason;
  readonly source: LotSource;
  readonly session_id: number | null;
  readonly delta: number;
  readonly balance: number;
  readonly expires_at: Temporal.Instant | null;
  readonly total: number;
}

/** The lines that a filter shows (docs/product/credits.md#statement). */
const SHOWN: Readonly<Record<StatementFilter, RawBuilder<boolean>>> = {
  all: sql`true`,
  // What moves to the bank is neither received nor spent.
  received: sql`delta > 0 and not (reason = 'grant' and source = 'rollover')`,
  spent: sql`reason in ('spend', 'withdrawal')`,
  expired: sql`reason = 'expiry'`,
};

/**
 * A person's ledger at `now`: entries, and expiries that are not in the ledger yet, at their instant. `offset 0` keeps
 * the entries read lot by lot: with many lots all entries of the studio would be read instead.
 */
const linesOf = (personId: string, now: Temporal.Instant) => sql`
    lots as (select * from credit_lots where person_id = ${personId}),
    lines as (
      select e.id, e.at, e.reason, e.session_id, e.delta, l.source, l.expires_at, 0 as later
        from lots l cross join lateral (select * from credit_entries e where e.lot_id = l.id offset 0) e
      union all
      select l.id, l.expires_at, 'expiry', null, -l.remaining, l.source, l.expires_at, 1
        from lots l where l.remaining > 0 and l.expires_at <= ${now}
    )`;

interface Asked {
  readonly personId: string;
  readonly now: Temporal.Instant;
  readonly show: StatementFilter;
}

/** A person's ledger at `now` with the balance after each entry, newest first; null: all lines. */
export async function statementOf(
  db: Database,
  { personId, now, show, page }: Asked & { readonly page: { page: number; size: number } | null },
): Promise<Row[]> {
  const part = page === null ? sql`` : sql`limit ${page.size} offset ${page.page * page.size}`;
  const { rows } = await sql<Row>`
    with ${linesOf(personId, now)},
    balanced as (select *, (sum(delta) over (order by at, later, id))::int as balance from lines)
    select id, at, reason, source, session_id, delta, expires_at, balance, (count(*) over ())::int as total
    from balanced where ${SHOWN[show]}
    order by at desc, later desc, id desc
    ${part}`.execute(db);
  return rows;
}

/** The number of lines of a person's statement, for a page beyond the last. */
export async function countLines(db: Database, { personId, now, show }: Asked): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    with ${linesOf(personId, now)} select count(*)::int as total from lines where ${SHOWN[show]}`.execute(db);
  return rows[0]?.total ?? 0;
}
