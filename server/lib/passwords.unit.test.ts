import crypto from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { spyOnArgon2 } from '#test/api/argon2.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

const real = crypto.argon2;
const argon2 = spyOnArgon2();

beforeEach(() => {
  argon2.mockReset();
});

test('a password matches its own hash only, and the hash names its parameters', async () => {
  const hash = await hashPassword('talkback');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(await verifyPassword(hash, 'talkback')).toBe(true);
  expect(await verifyPassword(hash, 'Talkback')).toBe(false);
});

test('nobody without a hash gets in, not even with the decoy', async () => {
  expect(await verifyPassword(null, 'nobody has this password')).toBe(false);
});

test('unknown people, accounts without a password and wrong passwords cost the same work', async () => {
  const hash = await hashPassword('talkback');
  await verifyPassword(null, 'the decoy is made once');
  const works = [];
  for (const known of [null, hash]) {
    argon2.mockClear();
    await verifyPassword(known, 'a guess');
    works.push(
      argon2.mock.calls.map(([algorithm, { memory, passes, parallelism, tagLength }]) => [
        algorithm,
        memory,
        passes,
        parallelism,
        tagLength,
      ]),
    );
  }
  expect(works).toEqual([[['argon2id', 19_456, 2, 1, 32]], [['argon2id', 19_456, 2, 1, 32]]]);
});

test('at most three are at work at once, and each gets its turn', async () => {
  const hash = await hashPassword('talkback');
  let running = 0;
  let most = 0;
  argon2.mockImplementation((algorithm, parameters, done) => {
    running += 1;
    most = Math.max(most, running);
    real(algorithm, parameters, (error, tag) => {
      running -= 1;
      done(error, tag);
    });
  });
  const all = await Promise.all(Array.from({ length: 5 }, () => verifyPassword(hash, 'talkback')));
  expect(all).toEqual(Array.from({ length: 5 }, () => true));
  expect(most).toBe(3);
});

test('the same password typed in another Unicode form matches', async () => {
  const hash = await hashPassword('caf\u00e9-noir');
  expect(await verifyPassword(hash, 'cafe\u0301-noir')).toBe(true);
});
