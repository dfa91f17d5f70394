import { expect, test } from 'vitest';
import { nextToFinish } from './finish-order.ts';

const upload = (id: string, status: 'sending' | 'checking' | 'failed' = 'sending', owner = 'ada') => ({
  id,
  owner,
  status,
});

test('uploads become samples in the order in which they were chosen, whichever arrives first', () => {
  const uploads = [upload('a'), upload('b')];
  expect(nextToFinish(uploads, new Set(['b']))).toBe(null);
  expect(nextToFinish(uploads, new Set(['a', 'b']))).toBe('a');
  expect(nextToFinish([upload('a', 'checking'), upload('b')], new Set(['a', 'b']))).toBe(null);
  expect(nextToFinish([upload('b')], new Set(['a', 'b']))).toBe('b');
});

test('one that failed, or is of another person, holds nobody up', () => {
  expect(nextToFinish([upload('a', 'failed'), upload('b')], new Set(['b']))).toBe('b');
  expect(nextToFinish([upload('a', 'sending', 'bob'), upload('b')], new Set(['b']))).toBe('b');
  expect(nextToFinish([upload('a', 'failed')], new Set(['a']))).toBe(null);
});
