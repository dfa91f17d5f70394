import { describe, expect, it } from 'vitest';
import { problem } from '../../shared/lib/problem.ts';
import { ProblemError } from '../app/api.ts';
import { LoginForm, loginFailure } from './login-form.ts';

/** The first message of each field. */
function messages(email: string, password: string): Record<string, string> {
  const { error } = LoginForm.safeParse({ email, password });
  return Object.fromEntries(
    (error?.issues ?? []).toReversed().map((issue) => [issue.path[0], issue.message]),
  );
}

describe('login fields (part 1 section 5)', () => {
  it.each([
    ['', '', { email: 'Required', password: 'Required' }],
    ['   ', 'x', { email: 'Required' }],
    ['ann', 'x', { email: 'Invalid email address' }],
    ['ann@home', 'x', { email: 'Invalid email address' }],
    ['a b@c.de', 'x', { email: 'Invalid email address' }],
    ['ann@example.com', '', { password: 'Required' }],
    ['ann@example.com', ' ', {}],
  ])('%j and %j say %j', (email, password, said) => {
    expect(messages(email, password)).toEqual(said);
  });

  it('lowercases the e-mail before it is sent, and leaves the password as it is', () => {
    expect(LoginForm.parse({ email: ' Ann@Example.COM ', password: ' Pa ' })).toEqual({
      email: 'ann@example.com',
      password: ' Pa ',
    });
  });
});

/** What a problem of the server says. */
function failed(status: number, code: string) {
  return loginFailure(new ProblemError(problem(code, { status, detail: 'From the server.' })));
}

describe('login failures (part 1 section 8)', () => {
  const GENERAL = 'We have some issues connecting to our servers. Please try again later or contact support.';

  it('401 is a field error on email', () => {
    expect(failed(401, 'wrong_credentials')).toEqual({
      at: 'email',
      words: 'Invalid email or wrong password',
    });
  });

  it('422 names Google and Facebook', () => {
    expect(failed(422, 'no_password').words).toBe(
      'Your need to login using your Google or Facebook account.',
    );
  });

  it.each([
    [403, 'waitlisted'],
    [429, 'too_many_requests'],
  ])('%d %s says what the server says', (status, code) => {
    expect(failed(status, code)).toEqual({ at: 'form', words: 'From the server.' });
  });

  it.each([
    [500, 'fault'],
    [503, 'unavailable'],
    [0, 'unreachable'],
    [403, 'cross_site'],
  ])('%d %s says the general text', (status, code) => {
    expect(failed(status, code)).toEqual({ at: 'form', words: GENERAL });
  });
});
