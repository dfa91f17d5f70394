import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ProblemError } from './api.ts';

/** The message for a failure: the server's detail, else a general text. */
export function errorMessage(error: unknown): string {
  if (error instanceof ProblemError) return error.problem.detail;
  return 'Something went wrong on our side. Please try again.';
}

/**
 * Shows field errors of a problem. `fields` maps a body path ('user.email') to a form field. True when at least one was
 * placed.
 */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
  fields: Readonly<Record<string, FieldPath<Values>>> | ((path: string) => FieldPath<Values> | undefined),
): boolean {
  const known = error instanceof ProblemError ? (error.problem.errors ?? []) : [];
  const nameOf = (path: string) => (typeof fields === 'function' ? fields(path) : fields[path]);
  const placed = known.filter(({ field }) => nameOf(field) !== undefined);
  for (const { field, message } of placed) {
    const name = nameOf(field);
    if (name !== undefined)
      setError(name, { type: 'server', message }, { shouldFocus: field === placed[0]?.field });
  }
  return placed.length > 0;
}
