import type { AuditObject } from '#shared/operator/rules-audit.ts';
import type { Database } from '../../db/database.ts';

/** When something was changed last, and by whom; by null: a command. */
interface LastChange {
  readonly at: string;
  readonly by: { readonly id: string; readonly name: string } | null;
}

/** The last change of each object of a kind, by the object's id. */
export async function lastChanges(db: Database, kind: AuditObject): Promise<ReadonlyMap<string, LastChange>> {
  const rows = await db
    .selectFrom('audit_log as a')
    .leftJoin('people as o', 'o.id', 'a.operator_id')
    .distinctOn('a.object_id')
    .select(['a.object_id', 'a.at', 'a.operator_id', 'o.name'])
    .where('a.object_kind', '=', kind)
    .orderBy('a.object_id')
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc')
    .execute();
  return new Map(
    rows.map(({ object_id, at, operator_id, name }) => [
      object_id,
      { at: at.toString(), by: operator_id === null ? null : { id: operator_id, name: name ?? '' } },
    ]),
  );
}

/** The last published version of each document. */
export function lastVersions(db: Database) {
  return db
    .selectFrom('content_versions as v')
    .leftJoin('people as p', 'p.id', 'v.published_by')
    .distinctOn('v.name')
    .select(['v.name', 'v.published_at as at', 'v.published_by as by_id', 'p.name as by_name'])
    .orderBy('v.name')
    .orderBy('v.version', 'desc')
    .execute();
}

/** A document's versions, the last one first. */
export function versionsOf(db: Database, name: string, limit: number) {
  return db
    .selectFrom('content_versions as v')
    .leftJoin('people as p', 'p.id', 'v.published_by')
    .select(['v.version', 'v.is_shipped', 'v.note'])
    .select(['v.published_at as at', 'v.published_by as by_id', 'p.name as by_name'])
    .where('v.name', '=', name)
    .orderBy('v.version', 'desc')
    .limit(limit)
    .execute();
}

/** A document's draft, or all of them, with who saved it last. */
export function drafts(db: Database, name?: string) {
  const query = db
    .selectFrom('content_drafts as d')
    .innerJoin('people as p', 'p.id', 'd.saved_by')
    .select(['d.name', 'd.value', 'd.revision', 'd.begun_from'])
    .select(['d.saved_at as at', 'd.saved_by as by_id', 'p.name as by_name']);
  return (name === undefined ? query : query.where('d.name', '=', name)).execute();
}

/** A published version and the one before it. */
export function versionAndFormer(db: Database, name: string, version: number) {
  return db
    .selectFrom('content_versions')
    .select(['version', 'value'])
    .where('name', '=', name)
    .where('version', 'in', [version, version - 1])
    .execute();
}
