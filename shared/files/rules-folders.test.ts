import { expect, it } from 'vitest';
import { mayEmpty, ownFolder } from './rules-folders.ts';

it('a musician may empty both folders, a client their own, nobody those of a cancelled session', () => {
  const status = 'partner_deliverables_ready';
  expect(['user', 'output'].map((folder) => mayEmpty('partner', folder as never, status))).toEqual([
    true,
    true,
  ]);
  expect(['user', 'output'].map((folder) => mayEmpty('client', folder as never, status))).toEqual([
    true,
    false,
  ]);
  expect(['user', 'output'].map((folder) => mayEmpty('managed', folder as never, status))).toEqual([
    true,
    false,
  ]);
  expect(mayEmpty('partner', 'output', 'cancelled')).toBe(false);
  expect(mayEmpty('client', 'user', 'cancelled')).toBe(false);
});

it('the client writes the pre-session folder, the musician the other', () => {
  expect(ownFolder('client')).toBe('user');
  expect(ownFolder('managed')).toBe('user');
  expect(ownFolder('partner')).toBe('output');
});
