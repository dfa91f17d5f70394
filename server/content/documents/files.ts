import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '../../../shared/lib/problem.ts';
import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import { checkDocument, removedFrom } from './check.ts';
import { documentOf, forgetReading } from './read.ts';
import { DOCUMENT_NAMES, documentName, type DocumentName } from './registry.ts';
import { store, type WriteCtx } from './write.ts';

/** A document as a file: `<name>.json`. */
export interface DocumentFile {
  readonly file: string;
  readonly text: string;
}

const fileOf = (name: DocumentName): string => `${name}.json`;

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

/** What an import did. */
interface Imported {
  readonly changed: readonly DocumentName[];
  /** What was in the files' HTML and is not allowed there: it was left out. */
  readonly removed: readonly FieldError[];
}

/**
 * Takes documents from files, all or none; answers which changed, and what of their HTML was left out. What equals the shipped document
 * stays a shipped one, and follows later versions of the product. `invalid` names the file and the field, as `faqs.json: faqs.0.question`.
 */
export async function importDocuments(
  ctx: WriteCtx,
  files: readonly DocumentFile[],
): Promise<Result<Imported, 'invalid'>> {
  forgetReading(ctx.db);
  const errors: FieldError[] = [];
  const removed: FieldError[] = [];
  const given = new Map<DocumentName, unknown>();
  for (const { file, text } of files) {
    const read = readFile(file, text);
    if (read.ok) {
      given.set(read.value.name, read.value.value);
      removed.push(...within(file, read.value.removed));
    } else errors.push(...(read.errors ?? []));
  }
  if (errors.length > 0) return fail('invalid', { errors });
  const changed = new Map<DocumentName, unknown>();
  for (const [name, value] of given)
    if (!isDeepStrictEqual(await documentOf(ctx, name), value)) changed.set(name, value);
  const stored = await store(ctx, changed);
  if (!stored.ok) return fail('invalid', { errors: within(fileOf('announcements'), stored.errors ?? []) });
  return ok({ changed: [...changed.keys()], removed });
}

/** Fields with the file that they are in. */
const within = (file: string, fields: readonly FieldError[]): FieldError[] =>
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
  return fail('invalid', { errors: within(file, checked.errors ?? []) });
}
