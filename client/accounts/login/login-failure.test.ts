import { describe, expect, test } from 'vitest';
import { problem } from '#shared/lib/problem.ts';
import { ProblemError } from '../../lib/api.ts';
import { loginFailure } from './login-failure.ts';

/** A problem document. */
function failed(status: number, code: string) {
  return loginFailure(new ProblemError(problem(code, { status, detail: 'From the server.' })));
}

describe('a failed login', () => {
  const GENERAL = 'We have some issues connecting to our servers. Please try again later or contact support.';

  test('401 is a field error on email', () => {
    expect(failed(401, 'wrong_credentials')).toEqual({
      at: 'email',
      message: 'Invalid email or wrong password',
    });
  });

  test('422 names Google and Facebook', () => {
    expect(failed(422, 'no_password').message).toBe(
      'Your need to login using your Google or Facebook account.',
    );
  });

  test('an impossible address matches no account', () => {
    expect(failed(400, 'malformed')).toEqual({ at: 'email', message: 'Invalid email or wrong password' });
  });

  test.each([
    [401, 'bad_ticket'],
    [429, 'too_many_requests'],
  ])('%d %s says what the server says', (status, code) => {
    expect(failed(status, code)).toEqual({ at: 'form', message: 'From the server.' });
  });

  test.each([
    [500, 'fault'],
    [503, 'unavailable'],
    [0, 'unreachable'],
    [403, 'cross_site'],
  ])('%d %s says the general text', (status, code) => {
    expect(failed(status, code)).toEqual({ at: 'form', message: GENERAL });
  });
});
