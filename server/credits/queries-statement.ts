import { sql } from 'kysely';
import type { EntryReason } from '#shared/credits/texts.ts';
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

/**
 * A person's ledger at `now` with the balance after each entry, newest first. Includes expiries that are not in the
 * ledger yet, at their instant.
 */
export async function statementOf(
  db: Database,
  { personId, now, page, size }: { personId: string; now: Temporal.Instant; page: number; size: number },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with lots as (select * from credit_lots where person_id = ${personId}),
    lines as (
      select e.id, e.at, e.reason, e.session_id, e.delta, l.source, l.expires_at, 0 as later
        from credit_entries e join lots l on l.id = e.lot_id
      union all
      select l.id, l.expires_at, 'expiry', null, -l.remaining, l.source, l.expires_at, 1
        from lots l where l.remaining > 0 and l.expires_at <= ${now}
    )
    select id, at, reason, source, session_id, delta, expires_at,
      (sum(delta) over (order by at, later, id))::int as balance,
      (count(*) over ())::int as total
    from lines
    order by at desc, later desc, id desc
    limit ${size} offset ${page * size}`.execute(db);
  return rows;
}

/** The number of lines of a person's statement, for a page beyond the last. */
export async function countLines(db: Database, personId: string, now: Temporal.Instant): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select ((select count(*) from credit_entries e join credit_lots l on l.id = e.lot_id
              where l.person_id = ${personId})
          + (select count(*) from credit_lots
              where person_id = ${personId} and remaining > 0 and expires_at <= ${now}))::int as total`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
}
