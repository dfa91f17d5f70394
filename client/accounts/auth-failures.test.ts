import { describe, expect, test } from 'vitest';
import { problem } from '#shared/lib/problem.ts';
import { ProblemError } from '../lib/api.ts';
import { resetFailure } from './password/reset-failure.ts';
import { signUpFailure } from './sign-up/sign-up-failure.ts';
import { socialFailure } from './social/social-failure.ts';

/** The error that a problem document is thrown as. */
const failed = (status: number, code: string) =>
  new ProblemError(problem(code, { status, detail: 'From the server.' }));

const TROUBLE = 'We have some issues connecting to our servers. Please try again later.';

describe('a failed sign-up', () => {
  test.each([
    [401, 'email_taken', 'email', 'That email already exists in Talkback'],
    [422, 'no_such_bundle', 'form', 'From the server.'],
    [429, 'too_many_requests', 'form', 'From the server.'],
    [500, 'fault', 'form', TROUBLE],
    [0, 'unreachable', 'form', TROUBLE],
  ])('%d %s', (status, code, at, message) => {
    expect(signUpFailure(failed(status, code))).toEqual({ at, message });
  });
});

describe('a failed request for a link', () => {
  test.each([
    [401, 'wrong_credentials', 'email', 'Invalid email or wrong password'],
    [429, 'too_many_requests', 'form', 'From the server.'],
    [503, 'unavailable', 'form', TROUBLE],
  ])('%d %s', (status, code, at, message) => {
    expect(resetFailure(failed(status, code))).toEqual({ at, message });
  });
});

describe('a failed social login', () => {
  test.each([
    [422, 'other_provider', 'You need to use a different login provider.'],
    [401, 'bad_token', 'From the server.'],
    [403, 'waitlisted', 'From the server.'],
    [403, 'blocked', 'From the server.'],
    [500, 'fault', `${TROUBLE.slice(0, -1)} or contact support.`],
  ])('%d %s', (status, code, message) => {
    expect(socialFailure(failed(status, code))).toBe(message);
  });
});
