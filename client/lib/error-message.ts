import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ProblemError } from './api.ts';

/** What to tell a person about a failure: the server's words where they are fit to show, else general ones. */
export function wordsOf(error: unknown): string {
  if (error instanceof ProblemError) return error.problem.detail;
  return 'Something went wrong on our side. Please try again.';
}

/**
 * Puts the server's words about single fields under those fields. `fields` names the form's field for each path
 * of the body ('user.email': 'email'). Gives true when at least one field took its words.
 */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
  fields: Readonly<Record<string, FieldPath<Values>>>,
): boolean {
  const known = error instanceof ProblemError ? (error.problem.errors ?? []) : [];
  const placed = known.filter(({ field }) => fields[field] !== undefined);
  for (const { field, message } of placed) {
    const name = fields[field];
    if (name !== undefined)
      setError(name, { type: 'server', message }, { shouldFocus: field === placed[0]?.field });
  }
  return placed.length > 0;
}
