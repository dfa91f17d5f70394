import { describe, expect, test } from 'vitest';
import { emailProblem, nameProblem, normalizeName, validateSignUp } from './rules-sign-up.ts';

const WANTED = 'Your first name and last name are required';

test.each([
  ['Ada Lovelace', null],
  ["Sinéad O'Connor", null],
  ['Seán Ó’Faoláin', null],
  ['Anne-Sophie Mutter', null],
  ['Ludwig van Beethoven', null],
  ['Ada Lovelace ', null],
  ['Ada  Lovelace', null],
  ['久石 譲', null],
  ['久石\u3000譲', null],
  ['محمد رضا‌شجریان', null],
  ['लता मंगेशकर', null],
  ['Zoe\u0308 Keating', null],
  ['', 'Required'],
  ['   ', 'Required'],
  ['Madonna', WANTED],
  [' Ada Lovelace', WANTED],
  ['Ada', WANTED],
  ['Ada -', WANTED],
  ["' '", WANTED],
  ['Ada 2', WANTED],
  ['J. Bach', WANTED],
  ['Ada\tLovelace', WANTED],
  ['Ada\nLovelace', WANTED],
  ['Ada Lovelace <b>', WANTED],
  ['\u0308a b', WANTED],
])('the name %j: %s', (name, problem) => {
  expect(nameProblem(name)).toBe(problem);
});

test('a long invalid name is refused quickly', () => {
  const before = performance.now();
  expect(nameProblem(`${"'-a".repeat(20_000)} ${'b '.repeat(20_000)}1`)).toBe(WANTED);
  expect(performance.now() - before).toBeLessThan(1000);
});

test('a name is stored in NFC, trimmed, with single blanks', () => {
  expect(normalizeName('Zoe\u0308\u3000 Keating ')).toBe('Zoë Keating');
});

test.each([
  ['', 'Required'],
  [' ', 'Required'],
  ['ana', 'Invalid email address'],
  [' Ana@Demo.Test ', null],
])('the address %j: %s', (email, problem) => {
  expect(emailProblem(email)).toBe(problem);
});

/** Message about a name in an otherwise valid form. */
const nameWords = (name: string) =>
  validateSignUp({ email: 'a@b.test', name, password: '12345678' })[0]?.message;

describe('the sign-up form', () => {
  test('requires its three fields, reported in their order', () => {
    expect(validateSignUp({ email: '', name: '', password: '' })).toEqual([
      { field: 'user.email', message: 'Required' },
      { field: 'user.name', message: 'Required' },
      { field: 'user.password', message: 'Required' },
    ]);
  });
  test('reports an error for each field', () => {
    expect(validateSignUp({ email: 'ana', name: 'Ana', password: '1234567' })).toEqual([
      { field: 'user.email', message: 'Invalid email address' },
      { field: 'user.name', message: WANTED },
      { field: 'user.password', message: 'Password must have at least 8 characters' },
    ]);
  });
  test('checks the length of a name as it is stored', () => {
    expect(nameWords(`Ada ${'l'.repeat(251)}`)).toBeUndefined();
    expect(nameWords(`Ada ${'\u0958'.repeat(251)}`)).toBe('Please keep it to 255 characters.');
  });
  test('accepts valid values', () => {
    expect(validateSignUp({ email: 'a@b.test', name: 'Ada Lovelace', password: '12345678' })).toEqual([]);
  });
});
