import { characters, oneLine } from '../lib/text.ts';
import type { FieldError } from '../lib/problem.ts';
import { isEmail, normalizeEmail, passwordProblem } from './rules.ts';
import { LOGIN, NAME_TOO_LONG, FULL_NAME_REQUIRED } from './texts.ts';

const NAME_MAX = 255;

/** One word of a name: letters of any script with marks and joiners, apostrophes, hyphens. */
const WORD = String.raw`['\u2019\u02bc-]*\p{L}[\p{L}\p{M}\u200c\u200d'\u2019\u02bc-]*`;
const NAME = new RegExp(String.raw`^${WORD}(?:\p{Zs}+${WORD})+\p{Zs}*$`, 'u');

/** Error message for a full name; null if it is valid (docs/product/accounts.md#full-name). */
export function nameProblem(name: string): string | null {
  if (name.trim() === '') return LOGIN.required;
  return NAME.test(name) ? null : FULL_NAME_REQUIRED;
}

/** A name as stored: one line, NFC, single blanks. */
export function normalizeName(name: string): string {
  return oneLine(name)
    .normalize('NFC')
    .replaceAll(/\p{Zs}+/gu, ' ');
}

/** Error message for an email address; null if it is valid. */
export function emailProblem(text: string): string | null {
  const email = normalizeEmail(text);
  if (email === '') return LOGIN.required;
  return isEmail(email) ? null : LOGIN.badEmail;
}

/** Errors of the sign-up form, by wire field in the order of the form (docs/product/accounts.md#sign-up). */
export function validateSignUp(form: {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}): FieldError[] {
  const messages = {
    'user.email': emailProblem(form.email),
    'user.name':
      nameProblem(form.name) ?? (characters(normalizeName(form.name)) > NAME_MAX ? NAME_TOO_LONG : null),
    'user.password': form.password === '' ? LOGIN.required : passwordProblem(form.password),
  };
  return Object.entries(messages).flatMap(([field, message]) =>
    message === null ? [] : [{ field, message }],
  );
}
