import type { FieldError } from '#shared/lib/problem.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { DOCUMENTS, type DocumentName, type DocumentKind } from './registry.ts';
import { removedBy, sanitize } from './sanitize.ts';

/** The document with its HTML sanitized, or every field that is wrong (docs/product/content.md#writing-a-document). */
export function checkDocument(name: DocumentName, value: unknown): Result<unknown, 'invalid'> {
  const { schema, html, findErrors } = DOCUMENTS[name] as unknown as DocumentKind<Record<string, unknown>>;
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const errors = parsed.error.issues.map((issue) => ({
      field: issue.path.join('.'),
      message: issue.message,
    }));
    return fail('invalid', { errors });
  }
  const errors = [...unknownKeys(value, parsed.data, ''), ...(findErrors?.(parsed.data) ?? [])];
  if (errors.length > 0) return fail('invalid', { errors });
  if (html === undefined) return ok(parsed.data);
  return ok({ ...parsed.data, [html]: sanitize(String(parsed.data[html])) });
}

/** What `checkDocument` removes from a document's HTML, described by field. */
export function removedFrom(name: DocumentName, value: unknown): FieldError[] {
  const { schema, html } = DOCUMENTS[name] as unknown as DocumentKind<Record<string, unknown>>;
  const parsed = schema.safeParse(value);
  if (html === undefined || !parsed.success) return [];
  return removedBy(String(parsed.data[html])).map((message) => ({ field: html, message }));
}

/** Keys that the schema does not know. */
function unknownKeys(input: unknown, taken: unknown, at: string): FieldError[] {
  if (typeof input !== 'object' || input === null) return [];
  if (typeof taken !== 'object' || taken === null) return [];
  return Object.entries(input).flatMap(([key, value]) => {
    const field = at === '' ? key : `${at}.${key}`;
    if (!Object.hasOwn(taken, key)) return [{ field, message: 'This field is not known.' }];
    return unknownKeys(value, (taken as Record<string, unknown>)[key], field);
  });
}
