import { expect, test as base } from 'vitest';
import { createPace } from './pace.ts';

const test = base.extend('paced', () => {
  const requests = { endAt: Infinity };
  let now = 0;
  const time = {
    now: () => now,
    async wait(ms: number) {
      now += ms;
    },
  };
  const pace = createPace(() => now < requests.endAt, time);
  /** Runs work of so many milliseconds; returns how long the pause after it was. */
  const pauseAfter = async (ms: number, work: () => Promise<void> = async () => {}): Promise<number> => {
    const begun = now;
    await pace.run(async () => {
      await time.wait(ms);
      await work();
    });
    return now - begun - ms;
  };
  return { pace, requests, pauseAfter };
});

test('while there are requests work takes a twentieth of the time, and pauses 2 s at most', async ({
  paced,
}) => {
  expect(await paced.pauseAfter(10)).toBe(200);
  expect(await paced.pauseAfter(40)).toBe(760);
  expect(await paced.pauseAfter(5000)).toBe(2000);
});

test('without requests there is no pause', async ({ paced }) => {
  paced.requests.endAt = 0;
  expect(await paced.pauseAfter(10)).toBe(0);
});

test('a pause ends when the requests have', async ({ paced }) => {
  paced.requests.endAt = 100;
  expect(await paced.pauseAfter(40)).toBe(60);
});

test('a stop ends pauses', async ({ paced }) => {
  paced.pace.stop();
  expect(await paced.pauseAfter(40)).toBe(0);
});

test('work that fails fails', async ({ paced }) => {
  const failing = paced.pauseAfter(10, () => Promise.reject(new Error('broke')));
  await expect(failing).rejects.toThrow('broke');
  expect(await paced.pauseAfter(10)).toBe(200);
});
