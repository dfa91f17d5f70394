import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { browserZone, observeServerTime, serverNow } from './clock.ts';

const HERE = Date.parse('2026-11-21T10:00:00.000Z');

beforeEach(() => vi.useFakeTimers({ now: HERE }));
afterEach(() => {
  vi.useRealTimers();
  // Other files share the module.
  observeServerTime(new Date().toISOString(), Date.now(), Date.now());
});

test('follows the server when the browser runs ten minutes late', () => {
  observeServerTime('2026-11-21T10:10:00.000Z', HERE - 40, HERE + 40);
  expect(serverNow()).toBe(Date.parse('2026-11-21T10:10:00.000Z'));
});

test('keeps an exact time when a Date header agrees with it within its second', () => {
  observeServerTime('2026-11-21T10:10:00.700Z', HERE, HERE);
  observeServerTime('Sat, 21 Nov 2026 10:10:00 GMT', HERE, HERE);
  expect(serverNow()).toBe(Date.parse('2026-11-21T10:10:00.700Z'));
});

test('follows a Date header once it disagrees', () => {
  observeServerTime('2026-11-21T10:10:00.000Z', HERE, HERE);
  observeServerTime('Sat, 21 Nov 2026 11:00:00 GMT', HERE, HERE);
  expect(serverNow()).toBe(Date.parse('2026-11-21T11:00:00.500Z'));
});

test('ignores what is not a time', () => {
  observeServerTime('2026-11-21T10:05:00.000Z', HERE, HERE);
  observeServerTime('soon', HERE, HERE);
  expect(serverNow()).toBe(Date.parse('2026-11-21T10:05:00.000Z'));
});

test('ignores a call over which the device slept once it knows better', () => {
  observeServerTime('2026-11-21T10:05:00.000Z', HERE, HERE);
  observeServerTime('2026-11-21T10:05:01.000Z', HERE - 720_000, HERE);
  observeServerTime('2026-11-21T10:05:01.000Z', HERE, HERE + 10_001);
  expect(serverNow()).toBe(Date.parse('2026-11-21T10:05:00.000Z'));
  observeServerTime('2026-11-21T10:06:05.000Z', HERE, HERE + 10_000);
  expect(serverNow()).toBe(Date.parse('2026-11-21T10:06:00.000Z'));
});

test('corrects an estimate from long calls by the next one while there are only such', async () => {
  vi.resetModules();
  onTestFinished(() => void vi.resetModules());
  const fresh = await import('./clock.ts');
  fresh.observeServerTime('2026-11-21T10:05:00.000Z', HERE, HERE + 30_000);
  fresh.observeServerTime('2026-11-21T10:10:15.000Z', HERE, HERE + 30_000);
  expect(fresh.serverNow()).toBe(Date.parse('2026-11-21T10:10:00.000Z'));
  fresh.observeServerTime('2026-11-21T10:07:00.000Z', HERE, HERE);
  fresh.observeServerTime('2026-11-21T10:20:15.000Z', HERE, HERE + 30_000);
  expect(fresh.serverNow()).toBe(Date.parse('2026-11-21T10:07:00.000Z'));
});

test("the browser's zone is the one that Intl says, and is read again after a minute", () => {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(browserZone()).toBe(own);
  const read = vi.spyOn(Temporal.Now, 'timeZoneId').mockReturnValue('Asia/Tokyo');
  onTestFinished(() => read.mockRestore());
  expect(browserZone()).toBe(own);
  vi.advanceTimersByTime(60_001);
  expect(browserZone()).toBe('Asia/Tokyo');
  read.mockRestore();
  // Other files share the module.
  vi.advanceTimersByTime(60_001);
  expect(browserZone()).toBe(own);
});
