import type { AuditObject } from '#shared/operator/rules-audit.ts';
import type { Database } from '#server/db/database.ts';

/** What the audit log says about an object, in its order. */
export function auditOf(db: Database, kind: AuditObject, id: string | number) {
  return db
    .selectFrom('audit_log')
    .select(['operator_id', 'what', 'person_id', 'reason', 'before', 'after'])
    .where('object_kind', '=', kind)
    .where('object_id', '=', String(id))
    .orderBy('at')
    .orderBy('id')
    .execute();
}
