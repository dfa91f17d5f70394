import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

test('a password matches its own hash only, and the hash names its parameters', async () => {
  const hash = await hashPassword('talkback');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(await verifyPassword(hash, 'talkback')).toBe(true);
  expect(await verifyPassword(hash, 'Talkback')).toBe(false);
});

test('nobody without a hash gets in, not even with the decoy', async () => {
  expect(await verifyPassword(null, 'nobody has this password')).toBe(false);
});

test('the same password typed in another Unicode form matches', async () => {
  const hash = await hashPassword('caf\u00e9-noir');
  expect(await verifyPassword(hash, 'cafe\u0301-noir')).toBe(true);
});
