import { poolOf, type Database } from '../../db/database.ts';
import type { Db } from '../../db/transaction.ts';
import type { Log } from '../../lib/log.ts';
import * as queries from '../queries.ts';
import { checkDocument } from './check.ts';
import { DOCUMENTS, documentName, type DocumentName, type DocumentOf } from './registry.ts';

/** How long a process uses its last reading (docs/product/content.md#reading-a-document). */
const CACHE_MS = 2000;

interface Reading {
  readonly at: number;
  readonly documents: Promise<ReadonlyMap<DocumentName, unknown>>;
}

/** By pool: each request has a handle of its own. */
const readings = new WeakMap<Database, Reading>();

/** `log` gets a warning for each stored document that no longer fits its schema. */
type ReadCtx = { readonly db: Database; readonly log?: Log };

/**
 * A document: the operator's version, else the shipped one, at most 2 s old. Inside a transaction pass it as `through`,
 * so that no second connection is taken.
 */
export async function documentOf<N extends DocumentName>(
  ctx: ReadCtx,
  name: N,
  through: Db = ctx.db,
): Promise<DocumentOf<N>> {
  const documents = await ownDocuments(ctx, through);
  return (documents.get(name) ?? DOCUMENTS[name].shipped) as DocumentOf<N>;
}

/** Whether a document is the shipped one. */
export async function isShipped(ctx: ReadCtx, name: DocumentName): Promise<boolean> {
  return !(await ownDocuments(ctx, ctx.db)).has(name);
}

/** All documents of the operator by name, checked and sanitized again. */
async function ownDocuments(ctx: ReadCtx, through: Db): Promise<ReadonlyMap<DocumentName, unknown>> {
  const pool = poolOf(ctx.db);
  const last = readings.get(pool);
  if (last !== undefined && performance.now() - last.at < CACHE_MS) return last.documents;
  // A transaction may be rolled back: its reading is not cached.
  if (through !== ctx.db) return readOwn(ctx, through);
  const documents = readOwn(ctx, through);
  const reading = { at: performance.now(), documents };
  readings.set(pool, reading);
  documents.catch(() => {
    if (readings.get(pool) === reading) readings.delete(pool);
  });
  return documents;
}

/** Skips stored documents that their schema no longer accepts after an update. */
async function readOwn(ctx: ReadCtx, through: Db): Promise<ReadonlyMap<DocumentName, unknown>> {
  const documents = new Map<DocumentName, unknown>();
  for (const row of await queries.documentRows(through)) {
    const name = documentName(row.name);
    const checked = name && checkDocument(name, row.value);
    if (name && checked?.ok) documents.set(name, checked.value);
    else ctx.log?.warn({ document: row.name }, 'a stored document does not fit; the shipped one is shown');
  }
  return documents;
}

/** Clears this process's cache, after a write. */
export function clearDocumentCache(db: Database): void {
  readings.delete(poolOf(db));
}
