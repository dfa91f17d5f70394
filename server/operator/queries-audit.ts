import { sql } from 'kysely';
import type { AuditFacts } from '#shared/operator/rules-audit.ts';
import type { Database } from '../db/database.ts';

interface AuditFilter {
  /** The last entry of the page before. */
  readonly after?: string | undefined;
  /** An operator's id, or `command`. */
  readonly operator?: string | undefined;
  readonly what?: string | undefined;
  readonly object_kind?: string | undefined;
  readonly object_id?: string | undefined;
  readonly person?: string | undefined;
}

/** An entry as stored, with the names of its people. */
export type AuditRow = Awaited<ReturnType<typeof auditEntries>>[number];

/** Entries of the audit log, newest first. */
export function auditEntries(db: Database, filter: AuditFilter, limit: number) {
  const { after, operator, what, object_kind, object_id, person } = filter;
  let query = db
    .selectFrom('audit_log as a')
    .leftJoin('people as o', 'o.id', 'a.operator_id')
    .leftJoin('people as p', 'p.id', 'a.person_id')
    .select([
      'a.id',
      'a.at',
      'a.operator_id',
      'o.name as operator_name',
      'a.what',
      'a.object_kind',
      'a.object_id',
    ])
    .select(['a.person_id', 'p.name as person_name', 'a.reason'])
    .select(sql<AuditFacts | null>`a.before`.as('before'))
    .select(sql<AuditFacts | null>`a.after`.as('after'));
  if (after !== undefined)
    query = query.where(
      sql<boolean>`(a.at, a.id) < (select l.at, l.id from audit_log l where l.id = ${after})`,
    );
  if (operator === 'command') query = query.where('a.operator_id', 'is', null);
  else if (operator !== undefined) query = query.where('a.operator_id', '=', operator);
  if (what !== undefined) query = query.where('a.what', '=', what);
  if (object_kind !== undefined) query = query.where('a.object_kind', '=', object_kind);
  if (object_id !== undefined) query = query.where('a.object_id', '=', object_id);
  if (person !== undefined) query = query.where('a.person_id', '=', person);
  return query.orderBy('a.at', 'desc').orderBy('a.id', 'desc').limit(limit).execute();
}

/** Every operator, by name. */
export function operators(db: Database) {
  return db
    .selectFrom('people')
    .select(['id', 'name'])
    .where('role', '=', 'operator')
    .orderBy('name')
    .orderBy('id')
    .execute();
}
