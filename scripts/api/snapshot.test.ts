import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test as base } from 'vitest';
import type { Call } from './calls.ts';
import { compare, readDeclared, readSnapshot, type Snapshot } from './snapshot.ts';
import { callsToday } from './today.ts';

const test = base.extend('today', { scope: 'file' }, async () => {
  return compare(readSnapshot(), await callsToday(), readDeclared());
});

describe('the API of today', () => {
  test('breaks no tab of the last release but as declared', ({ today }) => {
    const advice = 'keep it as it was, or add to docs/api/breaking.json (docs/contributing.md says how):';
    const lines = today.undeclared.map((one) => `${advice} ${JSON.stringify({ ...one, why: '' })}`);
    expect(lines).toEqual([]);
  });

  test('has every breaking difference that is declared', ({ today }) => {
    const advice = 'matches no difference, so take it out of docs/api/breaking.json:';
    expect(today.unmatched.map((one) => `${advice} ${JSON.stringify(one)}`)).toEqual([]);
    expect(readDeclared().filter(({ why }) => why.trim() === '')).toEqual([]);
  });

  test('is written down', ({ today }) => {
    const written = readSnapshot();
    const rooms = [...new Set([...Object.keys(written), ...Object.keys(today.next)])];
    const stale = rooms.filter((room) => !isDeepStrictEqual(written[room], today.next[room]));
    const advice = 'differs without breaking old tabs, so run `npm run api:snapshot` and commit it';
    expect(stale.map((room) => `docs/api/${room}.json ${advice}`)).toEqual([]);
  });
});

const call = (field: string): Call => ({
  who: ['anyone'],
  answers: { 200: { type: 'object', fields: { [field]: { type: 'string' } } } },
  refusals: {},
});
const before: Snapshot = { a: { 'GET /a': call('x') }, b: { 'GET /b': call('x') } };
const today: Snapshot = { a: { 'GET /a': call('y'), 'GET /c': call('z') }, b: { 'GET /b': call('x') } };
const difference = { path: 'GET /a 200 x', what: 'removed' };

describe('what is written', () => {
  test('takes what is new, and not a call that breaks, whether declared or not', () => {
    const next = { a: { 'GET /a': call('x'), 'GET /c': call('z') }, b: { 'GET /b': call('x') } };
    expect(compare(before, today, [])).toEqual({ undeclared: [difference], unmatched: [], next });
    const declared = [{ ...difference, why: 'nobody reads it' }];
    expect(compare(before, today, declared)).toEqual({ undeclared: [], unmatched: [], next });
  });

  test('keeps a call that is removed', () => {
    const { undeclared, next } = compare(before, { b: before['b'] ?? {} }, []);
    expect(undeclared).toEqual([{ path: 'GET /a', what: 'removed' }]);
    expect(next).toEqual(before);
  });

  test('follows a call into another room', () => {
    const moved: Snapshot = { b: { 'GET /a': call('x'), 'GET /b': call('x') } };
    expect(compare(before, moved, [])).toEqual({ undeclared: [], unmatched: [], next: moved });
  });
});

test('a declaration that matches nothing is found, also one with other words', () => {
  const declared = [{ path: 'GET /a 200 x', what: 'may be null now', why: 'unknown' }];
  expect(compare(before, today, declared).unmatched).toEqual(declared);
});
