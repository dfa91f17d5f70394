import { sql, type RawBuilder } from 'kysely';
import type { Db } from './transaction.ts';

/** An invariant of the data. */
export interface Invariant {
  /** A sentence that states it. */
  readonly holds: string;
  /** Finds violations: a row each, with nothing but an id. */
  readonly violations: RawBuilder<unknown>;
}

/** A violated invariant: count and first ids. */
export interface Violation {
  readonly invariant: string;
  readonly count: number;
  /** The first ids. */
  readonly ids: readonly string[];
}

/** Number of ids reported. */
export const MAX_IDS = 20;

/** Violations of an invariant; null while it holds. */
export async function findViolation(db: Db, { holds, violations }: Invariant): Promise<Violation | null> {
  const { rows } = await sql<{ count: number; ids: string[] }>`
    with broken (id) as materialized (${violations})
    select count(*) as count, array(select id::text from broken order by 1 limit ${MAX_IDS}) as ids
    from broken`.execute(db);
  const [summary] = rows;
  return summary === undefined || summary.count === 0 ? null : { invariant: holds, ...summary };
}

/** Invariants of the database itself. */
export const DATABASE_INVARIANTS: readonly Invariant[] = [
  {
    holds: 'Every constraint and every index of the database is in force.',
    violations: sql`
      select conname from pg_constraint
        where not convalidated and connamespace = current_schema()::regnamespace
      union all
      select indexrelid::regclass::text from pg_index i join pg_class c on c.oid = i.indrelid
        where not indisvalid and c.relnamespace = current_schema()::regnamespace`,
  },
  {
    holds: 'Every trigger of the database is on.',
    violations: sql`
      select tgname || ' on ' || tgrelid::regclass from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where tgenabled <> 'O' and c.relnamespace = current_schema()::regnamespace`,
  },
  {
    holds: 'An answer that is stored for repeated calls is whole.',
    violations: sql`select key from idempotency where status is null or body is null`,
  },
];
