import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { untilIdle } from './when-idle.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const NEVER_RESTS = (run: () => void, { timeout }: IdleRequestOptions) => setTimeout(run, timeout);

test.each([
  ['never rests', { requestIdleCallback: NEVER_RESTS }, 2000],
  ['does not say whether it rests', {}, 1000],
])('a browser that %s is not waited for for ever', async (_, globals, ms) => {
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  const ended = vi.fn<() => void>();
  void untilIdle().then(ended);
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalled();
});

test('a browser that rests is not waited for', async () => {
  vi.stubGlobal('requestIdleCallback', (run: () => void) => queueMicrotask(run));
  await expect(untilIdle()).resolves.toBeUndefined();
});
