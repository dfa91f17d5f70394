import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { spyOnArgon2 } from '#test/api/argon2.ts';
import { Refused } from './refused.ts';
import { hashPassword } from './passwords.ts';

type Done = (error: Error | null, tag: Buffer) => void;

/** Started derivations, each finished by its call. */
const running: (() => void)[] = [];
const derive = (_algorithm: unknown, _parameters: unknown, done: Done): void => {
  running.push(() => done(null, Buffer.alloc(32)));
};
spyOnArgon2().mockImplementation(derive as never);

test('three work, a hundred wait, the next is told to come again; then there is room', async () => {
  const all = Array.from({ length: 103 }, () => hashPassword('twelve tones'));
  await expect.poll(() => running).toHaveLength(3);
  const refused = await hashPassword('twelve tones').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refused);
  expect(refused).toMatchObject({ code: 'too_many_requests', retryAfter: 3 });
  expect(running).toHaveLength(3);

  let left = all.length;
  while (left > 0) {
    const now = running.splice(0);
    for (const finish of now) finish();
    left -= now.length;
    await setImmediate();
  }
  await Promise.all(all);
  const later = hashPassword('twelve tones');
  await expect.poll(() => running).toHaveLength(1);
  running.shift()?.();
  expect(await later).toMatch(/^\$argon2id\$/);
});
