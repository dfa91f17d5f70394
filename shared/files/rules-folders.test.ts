import { expect, test } from 'vitest';
import { mayEmpty, ownFolder } from './rules-folders.ts';

test('a musician may empty both folders, a client only their own', () => {
  expect([mayEmpty('partner', 'user'), mayEmpty('partner', 'output')]).toEqual([true, true]);
  expect([mayEmpty('client', 'user'), mayEmpty('client', 'output')]).toEqual([true, false]);
  expect([mayEmpty('managed', 'user'), mayEmpty('managed', 'output')]).toEqual([true, false]);
});

test('the client writes the pre-session folder, the musician the other', () => {
  expect(ownFolder('client')).toBe('user');
  expect(ownFolder('managed')).toBe('user');
  expect(ownFolder('partner')).toBe('output');
});
