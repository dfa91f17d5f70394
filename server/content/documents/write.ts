import { isDeepStrictEqual } from 'node:util';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { differences, type AuditFacts } from '#shared/operator/rules-audit.ts';
import { audit, type AuditedBy } from '../../db/audit.ts';
import { transaction } from '../../db/transaction.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { missingPictures } from '../pictures/store.ts';
import * as queries from '../queries.ts';
import { checkDocument } from './check.ts';
import { documentOf, clearDocumentCache } from './read.ts';
import { DOCUMENT_NAMES, DOCUMENTS, documentName, type DocumentName, type DocumentOf } from './registry.ts';

export type WriteCtx = Pick<Ctx, 'db' | 'now'> & AuditedBy;

/**
 * A document by its name; `no_such_document` for any other.
 * @planned
 */
export async function readDocument(
  ctx: WriteCtx,
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
  const { db, now } = ctx;
  const stored = await transaction(ctx, async (tx) => {
    await queries.lockDocuments(tx);
    const announced = values.get('announcements') as DocumentOf<'announcements'> | undefined;
    const errors = await missingPictures(tx, announced?.announcements ?? []);
    if (errors.length > 0) return fail('invalid', { errors });
    const rows = await queries.documentRows(tx);
    for (const [name, value] of values) {
      const { shipped } = DOCUMENTS[name];
      const isReset = isDeepStrictEqual(value, shipped);
      if (isReset) await queries.deleteDocument(tx, name);
      else await queries.putDocument(tx, { name, value, now });
      const before = rows.find((row) => row.name === name)?.value ?? shipped;
      if (isDeepStrictEqual(before, value)) continue;
      const what = isReset ? 'document.reset' : 'document.changed';
      const changed = differences(before as AuditFacts, value as AuditFacts);
      await audit(tx, ctx, { what, object: { kind: 'document', id: name }, ...changed });
    }
    return ok(undefined);
  });
  clearDocumentCache(db);
  return stored;
}

function noSuchDocument(name: string) {
  return fail('no_such_document', {
    detail: `There is no document "${name}". Known: ${DOCUMENT_NAMES.join(', ')}.`,
  });
}
