import { passwordProblem } from './rules.ts';
import type { FieldError } from '../lib/problem.ts';
import { CHANGE_PASSWORD } from './texts-door.ts';

/** What is wrong with a new password and its confirmation, by field of the form (part 1 section 5). */
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
