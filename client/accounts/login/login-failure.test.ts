import { describe, expect, it } from 'vitest';
import { problem } from '../../../shared/lib/problem.ts';
import { ProblemError } from '../../app/api.ts';
import { loginFailure } from './login-failure.ts';

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

  it("what nobody can have is nobody's", () => {
    expect(failed(400, 'malformed')).toEqual({ at: 'email', words: 'Invalid email or wrong password' });
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
