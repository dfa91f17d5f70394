import { characters, oneLine } from '../lib/text.ts';
import type { FieldError } from '../lib/problem.ts';
import { Zone } from '../lib/wire.ts';
import { isEmail, normalEmail, passwordProblem } from './rules.ts';
import { LOGIN, NAME_TOO_LONG, NAME_WANTED } from './texts.ts';

const NAME_MAX = 255;

/** A word of a name: letters of any script with their marks and joiners, apostrophes, hyphens. */
const WORD = String.raw`['’ʼ-]*\p{L}[\p{L}\p{M}\u200c\u200d'’ʼ-]*`;
const NAME = new RegExp(String.raw`^${WORD}(?:\p{Zs}+${WORD})+\p{Zs}*$`, 'u');

/**
 * What is wrong with a person's name, in words; null when it will do: at least two words of letters, apostrophes or
 * hyphens, without a blank before them (part 1 section 5). The same for sign-up and profile.
 */
export function nameProblem(name: string): string | null {
  if (name.trim() === '') return LOGIN.required;
  return NAME.test(name) ? null : NAME_WANTED;
}

/** A name as it is kept: in one line, composed, one blank between words. */
export function normalName(name: string): string {
  return oneLine(name)
    .normalize('NFC')
    .replaceAll(/\p{Zs}+/gu, ' ');
}

/** What is wrong with an address that somebody gives as theirs, in words; null when it will do. */
export function emailProblem(text: string): string | null {
  const email = normalEmail(text);
  if (email === '') return LOGIN.required;
  return isEmail(email) ? null : LOGIN.badEmail;
}

/** What is wrong with the sign-up form, by wire field in the order of the form (part 1 section 5). */
export function validateSignUp(form: {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}): FieldError[] {
  const found = {
    'user.email': emailProblem(form.email),
    'user.name':
      nameProblem(form.name) ?? (characters(normalName(form.name)) > NAME_MAX ? NAME_TOO_LONG : null),
    'user.password': form.password === '' ? LOGIN.required : passwordProblem(form.password),
  };
  return Object.entries(found).flatMap(([field, message]) => (message === null ? [] : [{ field, message }]));
}

/** The time zone that a browser gives as its own; UTC for none, an unknown one, or a bare offset. */
export function zoneOr(zone: string | null | undefined): string {
  const known = Zone.safeParse(zone ?? '').success && /^[a-z]/i.test(zone ?? '');
  return known && typeof zone === 'string' ? zone : 'UTC';
}
