import { isDeepStrictEqual } from 'node:util';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { differences, type AuditFacts } from '#shared/operator/rules-audit.ts';
import { audit, type AuditedBy } from '../../db/audit.ts';
import { transaction, type Tx } from '../../db/transaction.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { missingPictures } from '../pictures/store.ts';
import * as queries from '../queries.ts';
import { insertVersion } from '../queries-versions.ts';
import { checkDocument } from './check.ts';
import { documentOf, clearDocumentCache } from './read.ts';
import { DOCUMENT_NAMES, DOCUMENTS, documentName, type DocumentName, type DocumentOf } from './registry.ts';

export type WriteCtx = Pick<Ctx, 'db' | 'now'> & AuditedBy;

/** A document by its name, as it is now; `no_such_document` for any other. */
export async function readDocument(
  ctx: Pick<Ctx, 'db'>,
  name: string,
): Promise<Result<unknown, 'no_such_document'>> {
  const known = documentName(name);
  if (known === undefined) return noSuchDocument(name);
  clearDocumentCache(ctx.db);
  return ok(await documentOf(ctx, known));
}

/** Stores the operator's version of a document. `invalid` names each field that is wrong; nothing is written then. */
export async function writeDocument(
  ctx: WriteCtx,
  name: string,
  value: unknown,
): Promise<Result<unknown, 'no_such_document' | 'invalid'>> {
  const known = documentName(name);
  if (known === undefined) return noSuchDocument(name);
  const checked = checkDocument(known, value);
  if (!checked.ok) return checked;
  const stored = await store(ctx, new Map([[known, checked.value]]));
  return stored.ok ? checked : stored;
}

/** Removes the operator's version and returns the shipped one. */
export async function resetDocument(
  ctx: WriteCtx,
  name: string,
): Promise<Result<unknown, 'no_such_document'>> {
  const known = documentName(name);
  if (known === undefined) return noSuchDocument(name);
  const { shipped } = DOCUMENTS[known];
  await store(ctx, new Map([[known, shipped]]));
  return ok(shipped);
}

/**
 * Writes checked values in one transaction; a value equal to the shipped document is not stored. `invalid` names
 * missing pictures; nothing is written then.
 */
export async function store(
  ctx: WriteCtx,
  values: ReadonlyMap<DocumentName, unknown>,
): Promise<Result<undefined, 'invalid'>> {
  const stored = await transaction(ctx, async (tx) => {
    await queries.lockDocuments(tx);
    return publish(tx, ctx, values, null);
  });
  clearDocumentCache(ctx.db);
  return stored;
}

/** Writes checked values with their versions and audit entries; the caller holds `lockDocuments`. */
export async function publish(
  tx: Tx,
  ctx: WriteCtx,
  values: ReadonlyMap<DocumentName, unknown>,
  note: string | null,
): Promise<Result<undefined, 'invalid'>> {
  const { now, actor } = ctx;
  const announced = values.get('announcements') as DocumentOf<'announcements'> | undefined;
  const errors = await missingPictures(tx, announced?.announcements ?? []);
  if (errors.length > 0) return fail('invalid', { errors });
  const rows = await queries.documentRows(tx);
  for (const [name, value] of values) {
    const { shipped } = DOCUMENTS[name];
    const is_shipped = isDeepStrictEqual(value, shipped);
    if (is_shipped) await queries.deleteDocument(tx, name);
    else await queries.putDocument(tx, { name, value, now });
    const before = rows.find((row) => row.name === name)?.value ?? shipped;
    if (isDeepStrictEqual(before, value)) continue;
    const published_by = actor?.role === 'operator' ? actor.id : null;
    await insertVersion(tx, { name, value, is_shipped, note, published_at: now, published_by });
    await audit(tx, ctx, {
      what: is_shipped ? 'document.reset' : 'document.changed',
      object: { kind: 'document', id: name },
      ...(note !== null && { reason: note }),
      ...differences(before as AuditFacts, value as AuditFacts),
    });
  }
  return ok(undefined);
}

/** Names the documents that there are. */
export function noSuchDocument(name: string) {
  return fail('no_such_document', {
    detail: `There is no document "${name}". Known: ${DOCUMENT_NAMES.join(', ')}.`,
  });
}
