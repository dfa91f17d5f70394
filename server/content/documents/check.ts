import type { FieldError } from '../../../shared/lib/problem.ts';
import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import { DOCUMENTS, type DocumentName, type Kind } from './registry.ts';
import { removedBy, sanitise } from './sanitise.ts';

/**
 * A value as a document of that name: its HTML sanitised, or every field that is wrong. A key that the document does
 * not have is refused: it would be dropped in silence, most often a slip of the pen.
 */
export function checkDocument(name: DocumentName, value: unknown): Result<unknown, 'invalid'> {
  const { schema, html, faults } = DOCUMENTS[name] as unknown as Kind<Record<string, unknown>>;
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const errors = parsed.error.issues.map((issue) => ({
      field: issue.path.join('.'),
      message: issue.message,
    }));
    return fail('invalid', { errors });
  }
  const errors = [...unknownKeys(value, parsed.data, ''), ...(faults?.(parsed.data) ?? [])];
  if (errors.length > 0) return fail('invalid', { errors });
  if (html === undefined) return ok(parsed.data);
  return ok({ ...parsed.data, [html]: sanitise(String(parsed.data[html])) });
}

/** What `checkDocument` leaves out of a document's HTML, in words, by its field. */
export function removedFrom(name: DocumentName, value: unknown): FieldError[] {
  const { schema, html } = DOCUMENTS[name] as unknown as Kind<Record<string, unknown>>;
  const parsed = schema.safeParse(value);
  if (html === undefined || !parsed.success) return [];
  return removedBy(String(parsed.data[html])).map((message) => ({ field: html, message }));
}

/** What was given and the schema did not take. */
function unknownKeys(given: unknown, taken: unknown, at: string): FieldError[] {
  if (typeof given !== 'object' || given === null) return [];
  if (typeof taken !== 'object' || taken === null) return [];
  return Object.entries(given).flatMap(([key, value]) => {
    const field = at === '' ? key : `${at}.${key}`;
    if (!Object.hasOwn(taken, key)) return [{ field, message: 'This field is not known.' }];
    return unknownKeys(value, (taken as Record<string, unknown>)[key], field);
  });
}
