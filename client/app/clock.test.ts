import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { observeServerTime, serverNow } from './clock.ts';

const HERE = Date.parse('2026-11-21T10:00:00.000Z');

beforeEach(() => vi.useFakeTimers({ now: HERE }));
afterEach(() => vi.useRealTimers());

it('follows the server when the browser runs ten minutes late', () => {
  observeServerTime('2026-11-21T10:10:00.000Z', HERE - 40, HERE + 40);
  expect(serverNow()).toBe(Date.parse('2026-11-21T10:10:00.000Z'));
});

it('keeps an exact time when a Date header agrees with it within its second', () => {
  observeServerTime('2026-11-21T10:10:00.700Z', HERE, HERE);
  observeServerTime('Sat, 21 Nov 2026 10:10:00 GMT', HERE, HERE);
  expect(serverNow()).toBe(Date.parse('2026-11-21T10:10:00.700Z'));
});

it('follows a Date header once it disagrees', () => {
  observeServerTime('2026-11-21T10:10:00.000Z', HERE, HERE);
  observeServerTime('Sat, 21 Nov 2026 11:00:00 GMT', HERE, HERE);
  expect(serverNow()).toBe(Date.parse('2026-11-21T11:00:00.500Z'));
});

it('ignores what is not a time', () => {
  observeServerTime('2026-11-21T10:05:00.000Z', HERE, HERE);
  observeServerTime('soon', HERE, HERE);
  expect(serverNow()).toBe(Date.parse('2026-11-21T10:05:00.000Z'));
});
