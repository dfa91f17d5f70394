import { describe, expect, test } from 'vitest';
import { isDatabaseUnavailable, reasonOf } from './constraints.ts';

const failure = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });

describe('a violated constraint', () => {
  test('that stands for a lost race has its reason', () => {
    expect(reasonOf(failure('23P01', { constraint: 'slot_claims_no_overlap' }))).toBe('slot_taken');
    expect(reasonOf(failure('23505', { constraint: 'sessions_one_hold' }))).toBe('hold_changed');
    expect(reasonOf(failure('23514', { constraint: 'credit_lots_within' }))).toBe('not_enough_credits');
  });

  test('of any other name is a fault of ours', () => {
    expect(reasonOf(failure('23505', { constraint: 'tracks_pkey' }))).toBeUndefined();
    expect(reasonOf(failure('42P01', { constraint: 'slot_claims_pkey' }))).toBeUndefined();
    expect(reasonOf(new Error('slot_claims_pkey'))).toBeUndefined();
  });
});

describe('the database is away', () => {
  test.each(['57P01', '53300', '53100', '08006', '55P03', '57014', '40P01', '40001'])(
    'when it says %s',
    (code) => {
      expect(isDatabaseUnavailable(failure(code))).toBe(true);
    },
  );

  test('when there is no line to it', () => {
    expect(isDatabaseUnavailable(failure('ECONNREFUSED', { syscall: 'connect' }))).toBe(true);
    expect(isDatabaseUnavailable(new Error('timeout exceeded when trying to connect'))).toBe(true);
  });

  test.each([
    ['a wrong statement', failure('42601')],
    ['a violated constraint', failure('23505')],
    ['a file that is not there', failure('ENOENT', { syscall: 'open' })],
    ['any other fault', new Error('undefined is not a function')],
  ])('not by %s', (_name, error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});
