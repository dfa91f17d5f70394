import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterLogin,
  frontOf,
  isEmail,
  landingPath,
  loginPath,
  normalizeEmail,
  passwordProblem,
  safePath,
  validateLogin,
} from './rules.ts';

test.each([
  ['ana@demo.test', true],
  ['ana+studio@mail.demo.test', true],
  ["o'neil@demo.test", true],
  ['ana@demo', false],
  ['ana@demo..test', false],
  ['ana demo@demo.test', false],
  ['ana@@demo.test', false],
  ['@demo.test', false],
  ['ana@', false],
  [`${'a'.repeat(245)}@demo.test`, false],
])('%s is an e-mail address: %s', (text, is) => {
  expect(isEmail(text)).toBe(is);
});

describe('the login form', () => {
  test('requires both fields', () => {
    expect(validateLogin({ email: '', password: '' })).toEqual([
      { field: 'user.email', message: 'Required' },
      { field: 'user.password', message: 'Required' },
    ]);
  });
  test('requires a valid address', () => {
    expect(validateLogin({ email: 'ana', password: 'x' })).toEqual([
      { field: 'user.email', message: 'Invalid email address' },
    ]);
    expect(validateLogin({ email: ' Ana@Demo.Test ', password: 'x' })).toEqual([]);
    expect(normalizeEmail(' Ana@Demo.Test ')).toBe('ana@demo.test');
  });
});

test('a new password has at least 8 characters', () => {
  expect(passwordProblem('1234567')).toBe('Password must have at least 8 characters');
  expect(passwordProblem('12345678')).toBeNull();
  expect(passwordProblem('🥁🥁🥁🥁')).toBe('Password must have at least 8 characters');
  expect(passwordProblem('x'.repeat(256))).toBeNull();
  expect(passwordProblem('x'.repeat(257))).toBe('Please keep it to 256 characters.');
  expect(passwordProblem('🥁'.repeat(129))).toBe('Please keep it to 256 characters.');
});

test.each([
  ['client', 'studio', '/explore'],
  ['managed', 'studio', '/sessions'],
  ['partner', 'partners', '/sessions'],
  ['operator', 'operator', '/'],
] as const)('%s works on %s and lands on %s', (role, front, path) => {
  expect(frontOf(role)).toBe(front);
  expect(landingPath(role)).toBe(path);
});

describe('where a login continues', () => {
  test.each([
    ['/sessions/100001/messages?x=1#now', '/sessions/100001/messages?x=1#now'],
    ['/profile#billing', '/profile#billing'],
    ['/loginish', '/loginish'],
    ['//evil.test', null],
    ['/\\evil.test', null],
    ['/\t/evil.test', null],
    ['/x/..//evil.test', null],
    ['https://evil.test/', null],
    ['javascript:alert(1)', null],
    ['sessions', null],
    ['/login', null],
    ['/login?next=/login', null],
    ['/logout', null],
    ['/api/users/logout', null],
    ['', null],
    [null, null],
    [undefined, null],
  ])('%s leads to %s', (next, path) => {
    expect(safePath(next)).toBe(path);
  });

  test('never leaves this origin, whatever is asked', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '//',
      '..',
      '.',
      '\t',
      '\n',
      ':',
      '@',
      'evil.test',
      'https:',
      '?',
      '#',
      '%2f',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(pieces).map((some) => `/${some.join('')}`),
          fc.string(),
        ),
        (next) => {
          const path = safePath(next) ?? '/';
          expect(new URL(path, 'https://studio.test').origin).toBe('https://studio.test');
          expect(safePath(path) ?? '/').toBe(path);
        },
      ),
    );
  });

  test('falls back to where the role lands', () => {
    expect(afterLogin('client', '//evil.test')).toBe('/explore');
    expect(afterLogin('partner', '/profile#calendar')).toBe('/profile#calendar');
  });
});

describe('signed out', () => {
  test('a visitor is sent to /login with the query kept and the path in next', () => {
    expect(loginPath({ pathname: '/explore/maya', search: '?ref=mail', hash: '#top' })).toBe(
      '/login?ref=mail&next=%2Fexplore%2Fmaya%3Fref%3Dmail%23top',
    );
  });
  test('a visit of the root or of /login leaves no next', () => {
    expect(loginPath({ pathname: '/', search: '', hash: '' })).toBe('/login');
    expect(loginPath({ pathname: '/login', search: '?ref=mail', hash: '' })).toBe('/login?ref=mail');
  });
});
