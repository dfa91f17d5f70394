import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/transaction.ts';
import type { Log } from '../../lib/log.ts';
import * as queries from '../queries.ts';
import { checkDocument } from './check.ts';
import { DOCUMENTS, documentName, type DocumentName, type DocumentOf } from './registry.ts';

/** For how long a process may answer from its last reading: so soon it sees what another process wrote. */
const KEEP_MS = 2000;

interface Reading {
  readonly at: number;
  readonly own: Promise<ReadonlyMap<DocumentName, unknown>>;
}

const readings = new WeakMap<Database, Reading>();

/** What reading a document needs: the database, and where to tell of a stored one that no longer fits. */
type ReadCtx = { readonly db: Database; readonly log?: Log };

/**
 * A document: the operator's own, else the shipped one. Pass `through` inside a transaction, so that the reading takes
 * no second connection. At most 2 s behind what another process wrote.
 */
export async function documentOf<N extends DocumentName>(
  ctx: ReadCtx,
  name: N,
  through: Db = ctx.db,
): Promise<DocumentOf<N>> {
  const own = await ownDocuments(ctx, through);
  return (own.get(name) ?? DOCUMENTS[name].shipped) as DocumentOf<N>;
}

/** All documents that the operator changed, by name, each checked and sanitised again. */
async function ownDocuments(ctx: ReadCtx, through: Db): Promise<ReadonlyMap<DocumentName, unknown>> {
  const last = readings.get(ctx.db);
  if (last !== undefined && performance.now() - last.at < KEEP_MS) return last.own;
  // What a transaction sees may be rolled back: it is kept for nobody else.
  if (through !== ctx.db) return readOwn(ctx, through);
  const own = readOwn(ctx, through);
  const reading = { at: performance.now(), own };
  readings.set(ctx.db, reading);
  own.catch(() => {
    if (readings.get(ctx.db) === reading) readings.delete(ctx.db);
  });
  return own;
}

/** A stored document that its schema no longer takes (after an update) is passed over, and told of. */
async function readOwn(ctx: ReadCtx, through: Db): Promise<ReadonlyMap<DocumentName, unknown>> {
  const own = new Map<DocumentName, unknown>();
  for (const row of await queries.documentRows(through)) {
    const name = documentName(row.name);
    const checked = name && checkDocument(name, row.value);
    if (name && checked?.ok) own.set(name, checked.value);
    else ctx.log?.warn({ document: row.name }, 'a stored document does not fit; the shipped one is shown');
  }
  return own;
}

/** Makes this process read anew: it has written. */
export function forgetReading(db: Database): void {
  readings.delete(db);
}
