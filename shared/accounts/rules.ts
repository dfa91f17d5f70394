import type { Role } from '../lib/endpoint.ts';
import type { Front } from '../lib/wire.ts';
import type { FieldError } from '../lib/problem.ts';
import { characters } from '../lib/text.ts';
import { LOGIN, PASSWORD_TOO_LONG, PASSWORD_TOO_SHORT } from './texts.ts';

export const EMAIL_MAX = 254;
export const PASSWORD_MIN = 8;
/** In UTF-16 units, as the contract counts; a longer password only costs hashing time. */
const PASSWORD_MAX = 256;

const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:".]+(?:\.[^\s@<>()[\]\\,;:".]+)+$/;

/** Whether a text looks like an email address of at most `max` characters. */
export function isEmail(text: string, max = EMAIL_MAX): boolean {
  return text.length <= max && EMAIL.test(text);
}

/** An address as sent and compared: trimmed, in lower case. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}

/** Error message for a new password; null if it is valid (docs/product/accounts.md#password). */
export function passwordProblem(password: string): string | null {
  if (characters(password) < PASSWORD_MIN) return PASSWORD_TOO_SHORT;
  // Same count as the contract, whose own message nobody should read.
  return password.length > PASSWORD_MAX ? PASSWORD_TOO_LONG : null;
}

/** Errors of the login form, by wire field. A password is only required; the login checks it. */
export function validateLogin(form: { readonly email: string; readonly password: string }): FieldError[] {
  const errors: FieldError[] = [];
  const email = normalizeEmail(form.email);
  if (email === '') errors.push({ field: 'user.email', message: LOGIN.required });
  else if (!isEmail(email)) errors.push({ field: 'user.email', message: LOGIN.badEmail });
  if (form.password === '') errors.push({ field: 'user.password', message: LOGIN.required });
  return errors;
}

/** The front of a role; a login session is valid only there (docs/product/accounts.md#roles). */
export function frontOf(role: Role): Front {
  if (role === 'partner') return 'partners';
  return role === 'operator' ? 'operator' : 'studio';
}

/** Landing page of a role (docs/product/accounts.md#roles). */
export function landingPath(role: Role): string {
  if (role === 'operator') return '/';
  return role === 'client' ? '/explore' : '/sessions';
}

const ORIGIN = 'https://this.invalid';

/**
 * A path on this origin to continue to, with query and hash; null for other origins and for login and API
 * paths (docs/product/accounts.md#after-login).
 */
export function safePath(next: string | null | undefined): string | null {
  if (!next?.startsWith('/') || !URL.canParse(next, ORIGIN)) return null;
  const url = new URL(next, ORIGIN);
  const path = `${url.pathname}${url.search}${url.hash}`;
  if (url.origin !== ORIGIN || path.startsWith('//')) return null;
  return /^\/(?:login|logout|api|content|storage)(?:\/|$)/i.test(url.pathname) ? null : path;
}

/** `next` if it is safe, else the role's landing page (docs/product/accounts.md#after-login). */
export function afterLogin(role: Role, next: string | null | undefined): string {
  return safePath(next) ?? landingPath(role);
}

/** Login address for a signed-out visitor: query kept, path in `next` (docs/product/accounts.md#signed-out). */
export function loginPath(path: {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}): string {
  const query = new URLSearchParams(path.search);
  const next = safePath(`${path.pathname}${path.search}${path.hash}`);
  query.delete('next');
  if (next !== null && next !== '/') query.set('next', next);
  const text = query.toString();
  return text === '' ? '/login' : `/login?${text}`;
}
