import { passwordProblem } from './rules.ts';
import type { FieldError } from '../lib/problem.ts';
import { CHANGE_PASSWORD } from './texts-auth.ts';

/** Errors of the new-password form, by field (docs/product/accounts.md#password-reset). */
export function validateNewPassword(form: {
  readonly password: string;
  readonly confirm: string;
}): FieldError[] {
  const password = form.password === '' ? CHANGE_PASSWORD.required : passwordProblem(form.password);
  const confirm = form.confirm === form.password ? null : CHANGE_PASSWORD.mismatch;
  return Object.entries({ password, confirm }).flatMap(([field, message]) =>
    message === null ? [] : [{ field, message }],
  );
}
