import { expect, test } from 'vitest';
import {
  needsSecondFactor,
  readCode,
  RECOVERY_LENGTH,
  RECOVERY_LETTERS,
  showRecoveryCode,
} from './rules-second-factor.ts';

test.each([
  ['123456', { kind: 'app', code: '123456' }],
  [' 123 456 ', { kind: 'app', code: '123456' }],
  ['abcd-efgh-jkmn', { kind: 'recovery', code: 'ABCDEFGHJKMN' }],
  ['ABCD EFGH JK23', { kind: 'recovery', code: 'ABCDEFGHJK23' }],
  ['234567892345', { kind: 'recovery', code: '234567892345' }],
  ['12345', null],
  ['1234567', null],
  ['abcd-efgh-jklo', null],
  ['', null],
  ['١٢٣٤٥٦', null],
])('%j is read as %j', (text, read) => {
  expect(readCode(text)).toEqual(read);
});

test('a recovery code is read as it is shown', () => {
  const code = RECOVERY_LETTERS.slice(0, RECOVERY_LENGTH);
  expect(showRecoveryCode(code)).toBe('ABCD-EFGH-JKMN');
  expect(readCode(showRecoveryCode(code))).toEqual({ kind: 'recovery', code });
});

test('only operators need a second factor', () => {
  expect((['studio', 'partners', 'operator'] as const).filter(needsSecondFactor)).toEqual(['operator']);
});
