import { afterEach, expect, test as base, vi } from 'vitest';

const ME = 'http://studio.test/api/users/me';
const NOW = Date.parse('2026-11-21T10:00:00.000Z');

interface Asked {
  readonly requestStart: number;
  readonly responseEnd: number;
}

/** The module as a page with one preload loads it, two seconds after its navigation began. */
const test = base.extend('load', () => async (entries: readonly Asked[]) => {
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal('document', { querySelectorAll: () => [{ href: ME }] });
  vi.stubGlobal('location', { href: 'http://studio.test/explore' });
  vi.spyOn(performance, 'now').mockReturnValue(2000);
  vi.spyOn(performance, 'getEntriesByName').mockReturnValue([...entries] as PerformanceResourceTiming[]);
  vi.resetModules();
  return import('./preloads.ts');
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.resetModules();
});

test('the first call of an address that the page asked for was answered when the page was', async ({
  load,
}) => {
  const { answeredBetween } = await load([{ requestStart: 100, responseEnd: 160 }]);
  expect(answeredBetween('/api/users/me', NOW - 5, NOW)).toEqual([NOW - 1900, NOW - 1840]);
  expect(answeredBetween('/api/users/me', NOW - 5, NOW)).toEqual([NOW - 5, NOW]);
});

test('any other call was answered after it was sent', async ({ load }) => {
  const { answeredBetween } = await load([{ requestStart: 100, responseEnd: 160 }]);
  expect(answeredBetween('/api/sessions', NOW - 5, NOW)).toEqual([NOW - 5, NOW]);
});

test.for([
  ['no record', []],
  ['a record without times', [{ requestStart: 0, responseEnd: 0 }]],
  ['one of another clock', [{ requestStart: 5000, responseEnd: 5060 }]],
] as const)('%s: the call itself counts', async ([, entries], { load }) => {
  const { answeredBetween } = await load(entries);
  expect(answeredBetween('/api/users/me', NOW - 5, NOW)).toEqual([NOW - 5, NOW]);
});

test('a question counts as old as the page until all that the page asked for is taken', async ({ load }) => {
  const { answeredBetween, earliestAsked } = await load([{ requestStart: 100, responseEnd: 160 }]);
  expect(earliestAsked()).toBe(0);
  answeredBetween('/api/users/me', NOW - 5, NOW);
  expect(earliestAsked()).toBe(2000);
});
