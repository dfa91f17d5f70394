import type { Role } from '../lib/endpoint.ts';
import type { Front } from '../lib/wire.ts';
import type { FieldError } from '../lib/problem.ts';
import { characters } from '../lib/text.ts';
import { LOGIN, PASSWORD_TOO_LONG, PASSWORD_TOO_SHORT } from './texts.ts';

export const EMAIL_MAX = 254;
export const PASSWORD_MIN = 8;
/** The longest that the contract takes, in UTF-16 units; hashing a longer one would only cost time. */
const PASSWORD_MAX = 256;

const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:".]+(?:\.[^\s@<>()[\]\\,;:".]+)+$/;

/** Whether a text looks like an e-mail address of at most `most` characters. */
export function isEmail(text: string, most = EMAIL_MAX): boolean {
  return text.length <= most && EMAIL.test(text);
}

/** An address as it is sent and compared: without blanks around it, in lower case. */
export function normalEmail(text: string): string {
  return text.trim().toLowerCase();
}

/** What is wrong with a new password, in words; null when it will do. */
export function passwordProblem(password: string): string | null {
  if (characters(password) < PASSWORD_MIN) return PASSWORD_TOO_SHORT;
  // As the contract counts, so that nobody reads the words of its schema.
  return password.length > PASSWORD_MAX ? PASSWORD_TOO_LONG : null;
}

/** What is wrong with the login form, by wire field. A password is only required: what it is, login decides. */
export function validateLogin(form: { readonly email: string; readonly password: string }): FieldError[] {
  const errors: FieldError[] = [];
  const email = normalEmail(form.email);
  if (email === '') errors.push({ field: 'user.email', message: LOGIN.required });
  else if (!isEmail(email)) errors.push({ field: 'user.email', message: LOGIN.badEmail });
  if (form.password === '') errors.push({ field: 'user.password', message: LOGIN.required });
  return errors;
}

/** The front on which a role works; a login session is valid only there. */
export function frontOf(role: Role): Front {
  if (role === 'partner') return 'partners';
  return role === 'operator' ? 'operator' : 'studio';
}

/** Where a role lands after signing in: clients on /explore, musicians and managed clients on /sessions. */
export function landingOf(role: Role): string {
  if (role === 'operator') return '/';
  return role === 'client' ? '/explore' : '/sessions';
}

const ORIGIN = 'https://this.invalid';

/**
 * A path on this origin, with query and hash, that a signed-in person may be sent on to; null for anything that leads
 * elsewhere ('//host', '/\host', control characters, other schemes) or back to signing in or out.
 */
export function safeNext(next: string | null | undefined): string | null {
  if (!next?.startsWith('/') || !URL.canParse(next, ORIGIN)) return null;
  const url = new URL(next, ORIGIN);
  const path = `${url.pathname}${url.search}${url.hash}`;
  if (url.origin !== ORIGIN || path.startsWith('//')) return null;
  return /^\/(?:login|logout|api|content|storage)(?:\/|$)/i.test(url.pathname) ? null : path;
}

/** Where to go after signing in: on to `next` when that is safe, else where the role lands. */
export function afterLogin(role: Role, next: string | null | undefined): string {
  return safeNext(next) ?? landingOf(role);
}

/** Where a signed-out visitor of a path is sent: /login with the query kept, and the path to return to as `next`. */
export function loginPath(path: {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}): string {
  const query = new URLSearchParams(path.search);
  const next = safeNext(`${path.pathname}${path.search}${path.hash}`);
  query.delete('next');
  if (next !== null && next !== '/') query.set('next', next);
  const text = query.toString();
  return text === '' ? '/login' : `/login?${text}`;
}
