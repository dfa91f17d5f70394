import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '#shared/lib/problem.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { checkDocument, removedFrom } from './check.ts';
import { documentOf, clearDocumentCache } from './read.ts';
import { DOCUMENT_NAMES, documentName, type DocumentName } from './registry.ts';
import { store, type WriteCtx } from './write.ts';

/** A document as a file: `<name>.json`. */
export interface DocumentFile {
  readonly file: string;
  readonly text: string;
}

const fileOf = (name: DocumentName): string => `${name}.json`;

/** All documents as files, including shipped ones. */
export async function exportDocuments(ctx: WriteCtx): Promise<readonly DocumentFile[]> {
  clearDocumentCache(ctx.db);
  return Promise.all(
    DOCUMENT_NAMES.map(async (name) => ({
      file: fileOf(name),
      text: `${JSON.stringify(await documentOf(ctx, name), null, 2)}\n`,
    })),
  );
}

/** The result of an import. */
interface Imported {
  readonly changed: readonly DocumentName[];
  /** What was removed from the files' HTML. */
  readonly removed: readonly FieldError[];
}

/**
 * Imports documents from files, all or none (docs/product/content.md#writing-a-document). `invalid` names file and
 * field: `faqs.json: faqs.0.question`.
 */
export async function importDocuments(
  ctx: WriteCtx,
  files: readonly DocumentFile[],
): Promise<Result<Imported, 'invalid'>> {
  clearDocumentCache(ctx.db);
  const errors: FieldError[] = [];
  const removed: FieldError[] = [];
  const documents = new Map<DocumentName, unknown>();
  for (const { file, text } of files) {
    const read = readFile(file, text);
    if (read.ok) {
      documents.set(read.value.name, read.value.value);
      removed.push(...prefixed(file, read.value.removed));
    } else errors.push(...(read.errors ?? []));
  }
  if (errors.length > 0) return fail('invalid', { errors });
  const changed = new Map<DocumentName, unknown>();
  for (const [name, value] of documents)
    if (!isDeepStrictEqual(await documentOf(ctx, name), value)) changed.set(name, value);
  const stored = await store(ctx, changed);
  if (!stored.ok) return fail('invalid', { errors: prefixed(fileOf('announcements'), stored.errors ?? []) });
  return ok({ changed: [...changed.keys()], removed });
}

/** Fields with the file that contains them. */
const prefixed = (file: string, fields: readonly FieldError[]): FieldError[] =>
  fields.map(({ field, message }) => ({ field: field === '' ? file : `${file}: ${field}`, message }));

interface ReadFile {
  readonly name: DocumentName;
  readonly value: unknown;
  readonly removed: readonly FieldError[];
}

function readFile(file: string, text: string): Result<ReadFile, 'invalid'> {
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
  if (checked.ok) return ok({ name, value: checked.value, removed: removedFrom(name, value) });
  return fail('invalid', { errors: prefixed(file, checked.errors ?? []) });
}
