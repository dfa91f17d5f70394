import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { Refused } from './errors.ts';
import { hashPassword } from './passwords.ts';

type Done = (error: Error | null, tag: Buffer) => void;

const heavy = vi.hoisted(() => {
  const running: (() => void)[] = [];
  const argon2 = (_algorithm: unknown, _parameters: unknown, done: Done) => {
    running.push(() => done(null, Buffer.alloc(32)));
  };
  return { running, argon2 };
});
vi.mock(import('node:crypto'), async (original) => ({
  ...(await original()),
  argon2: heavy.argon2 as never,
}));

test('three work, a hundred wait, the next is told to come again; then there is room', async () => {
  const all = Array.from({ length: 103 }, () => hashPassword('twelve tones'));
  await vi.waitFor(() => expect(heavy.running).toHaveLength(3));
  const refused = await hashPassword('twelve tones').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refused);
  expect(refused).toMatchObject({ code: 'too_many_requests', retryAfter: 3 });
  expect(heavy.running).toHaveLength(3);

  let left = all.length;
  while (left > 0) {
    const now = heavy.running.splice(0);
    for (const finish of now) finish();
    left -= now.length;
    await setImmediate();
  }
  await Promise.all(all);
  const later = hashPassword('twelve tones');
  await vi.waitFor(() => expect(heavy.running).toHaveLength(1));
  heavy.running.shift()?.();
  expect(await later).toMatch(/^\$argon2id\$/);
});
