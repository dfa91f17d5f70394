import type * as contract from '#shared/operator/contract-audit.ts';
import { AUDIT_PAGE, type Audited, type AuditObject } from '#shared/operator/rules-audit.ts';
import type { InputOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../ctx/ctx.ts';
import * as queries from './queries-audit.ts';

type Listed = ResponseOf<typeof contract.listAuditLog>;

/** A page of the audit log, newest first (docs/product/operator.md#audit-log). */
export async function listAuditLog(
  { db }: Pick<Ctx, 'db'>,
  { query }: InputOf<typeof contract.listAuditLog>,
): Promise<Result<Listed, never>> {
  const [rows, operators] = await Promise.all([
    queries.auditEntries(db, query, AUDIT_PAGE + 1),
    queries.operators(db),
  ]);
  const entries = rows.slice(0, AUDIT_PAGE).map(toEntry);
  const next = rows.length > AUDIT_PAGE ? (entries.at(-1)?.id ?? null) : null;
  return ok({ entries, next, operators });
}

const named = (of: string | null, name: string | null) => (of === null ? null : { id: of, name: name ?? '' });

/** An entry as the API has it. */
export function toEntry(row: queries.AuditRow): Listed['entries'][number] {
  const { id, at, reason, before, after } = row;
  return {
    id,
    at: at.toString(),
    operator: named(row.operator_id, row.operator_name),
    // Only `audit` writes, with a name of the closed lists.
    what: row.what as Audited,
    object: { kind: row.object_kind as AuditObject, id: row.object_id },
    person: named(row.person_id, row.person_name),
    reason,
    before,
    after,
  };
}
