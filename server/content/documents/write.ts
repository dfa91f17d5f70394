import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '../../../shared/lib/problem.ts';
import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import { transaction } from '../../db/transaction.ts';
import type { Ctx } from '../../lib/ctx.ts';
import * as queries from '../queries.ts';
import { checkDocument } from './check.ts';
import { documentOf, forgetReading } from './read.ts';
import { DOCUMENT_NAMES, DOCUMENTS, documentName, type DocumentName } from './registry.ts';

type WriteCtx = Pick<Ctx, 'db' | 'now'>;

/** A document as a file: `<name>.json`. */
export interface DocumentFile {
  readonly file: string;
  readonly text: string;
}

const fileOf = (name: DocumentName): string => `${name}.json`;

/** A document by its name; `no_such_document` for any other. */
export async function readDocument(
  ctx: WriteCtx,
  name: string,
): Promise<Result<unknown, 'no_such_document'>> {
  const known = documentName(name);
  if (known === undefined) return noSuchDocument(name);
  forgetReading(ctx.db);
  return ok(await documentOf(ctx, known));
}

/** Puts the operator's own in the place of a document. `invalid` names each field that is wrong; nothing is written then. */
export async function writeDocument(
  ctx: WriteCtx,
  name: string,
  value: unknown,
): Promise<Result<unknown, 'no_such_document' | 'invalid'>> {
  const known = documentName(name);
  if (known === undefined) return noSuchDocument(name);
  const checked = checkDocument(known, value);
  if (!checked.ok) return checked;
  await store(ctx, new Map([[known, checked.value]]));
  return checked;
}

/** Lets the shipped document count again, and answers it. */
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

/** All documents as files, shipped ones too. */
export async function exportDocuments(ctx: WriteCtx): Promise<readonly DocumentFile[]> {
  forgetReading(ctx.db);
  return Promise.all(
    DOCUMENT_NAMES.map(async (name) => ({
      file: fileOf(name),
      text: `${JSON.stringify(await documentOf(ctx, name), null, 2)}\n`,
    })),
  );
}

/**
 * Takes documents from files, all or none; answers the names of those that changed. What equals the shipped document
 * stays a shipped one, and follows later versions of the product. `invalid` names the file and the field, as `faqs.json: faqs.0.question`.
 */
export async function importDocuments(
  ctx: WriteCtx,
  files: readonly DocumentFile[],
): Promise<Result<readonly DocumentName[], 'invalid'>> {
  forgetReading(ctx.db);
  const errors: FieldError[] = [];
  const given = new Map<DocumentName, unknown>();
  for (const { file, text } of files) {
    const read = readFile(file, text);
    if (read.ok) given.set(read.value.name, read.value.value);
    else errors.push(...(read.errors ?? []));
  }
  if (errors.length > 0) return fail('invalid', { errors });
  const changed = new Map<DocumentName, unknown>();
  for (const [name, value] of given)
    if (!isDeepStrictEqual(await documentOf(ctx, name), value)) changed.set(name, value);
  await store(ctx, changed);
  return ok([...changed.keys()]);
}

function readFile(file: string, text: string): Result<{ name: DocumentName; value: unknown }, 'invalid'> {
  const name = documentName(file.replace(/\.json$/, ''));
  const wrong = (message: string) => fail('invalid', { errors: [{ field: file, message }] });
  if (name === undefined || file !== fileOf(name))
    return wrong(
      `No document is kept in a file of this name. Known: ${DOCUMENT_NAMES.map(fileOf).join(', ')}.`,
    );
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return wrong(`This is not JSON: ${(error as Error).message}`);
  }
  const checked = checkDocument(name, value);
  if (checked.ok) return ok({ name, value: checked.value });
  return fail('invalid', {
    errors: (checked.errors ?? []).map(({ field, message }) => ({
      field: field === '' ? file : `${file}: ${field}`,
      message,
    })),
  });
}

/** Writes checked values in one transaction; one that equals the shipped document is not kept. */
async function store(ctx: WriteCtx, values: ReadonlyMap<DocumentName, unknown>): Promise<void> {
  const { db, now } = ctx;
  await transaction({ db, now }, async (tx) => {
    await queries.lockDocuments(tx);
    for (const [name, value] of values) {
      if (isDeepStrictEqual(value, DOCUMENTS[name].shipped)) await queries.dropDocument(tx, name);
      else await queries.putDocument(tx, { name, value, now });
    }
    return ok(undefined);
  });
  forgetReading(db);
}

function noSuchDocument(name: string) {
  return fail('no_such_document', {
    detail: `There is no document "${name}". Known: ${DOCUMENT_NAMES.join(', ')}.`,
  });
}
