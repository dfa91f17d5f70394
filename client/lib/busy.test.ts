import { afterEach, beforeEach, expect, test as base, vi } from 'vitest';
import { prebook } from '#shared/booking/calls.ts';
import { problem } from '#shared/lib/problem.ts';
import { call } from './api.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const refuse = (code: string, retryAfter: string) =>
  Response.json(problem(code, { status: 503, detail: 'No.' }), {
    status: 503,
    headers: { 'retry-after': retryAfter },
  });

/** A call whose answers are given in their order; the last one repeats. */
const test = base.extend('rush', () => (answers: readonly (() => Response)[]) => {
  const left = [...answers];
  const fetched = vi.fn<typeof fetch>(async () => {
    const [answer] = left.length > 1 ? left.splice(0, 1) : left;
    if (answer === undefined) throw new Error('no answer');
    return answer();
  });
  vi.stubGlobal('fetch', fetched);
  // The middle of the wait's range.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const leaving = new AbortController();
  const body = { slots: ['a'], primary_slot: 'a', options: { service_id: 'b' } };
  const ended = call(prebook, { body }, { idempotencyKey: 'one press', signal: leaving.signal }).then(
    () => 'answered',
    (error: Error) => error.message,
  );
  return { fetched, ended, leaving };
});

test('a busy call is sent again, under the same key, when the server says so', async ({ rush }) => {
  const { fetched, ended } = rush([() => refuse('busy', '2'), () => Response.json({ session: {} })]);
  await vi.advanceTimersByTimeAsync(2999);
  expect(fetched).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await ended).toBe('answered');
  const keys = fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
  expect(keys).toEqual(['one press', 'one press']);
});

test('it is told after five repeats', async ({ rush }) => {
  const { fetched, ended } = rush([() => refuse('busy', '1')]);
  await vi.runAllTimersAsync();
  expect(await ended).toBe('No.');
  expect(fetched).toHaveBeenCalledTimes(6);
});

test('who leaves is not waited for', async ({ rush }) => {
  const { fetched, ended, leaving } = rush([() => refuse('busy', '1')]);
  await vi.advanceTimersByTimeAsync(100);
  leaving.abort(new Error('left'));
  expect(await ended).toBe('left');
  await vi.runAllTimersAsync();
  expect(fetched).toHaveBeenCalledTimes(1);
});

test.for(['unavailable', 'outcome_unknown'])(
  '%s may have been begun, and is told at once',
  async (code, { rush }) => {
    const { fetched, ended } = rush([() => refuse(code, '1')]);
    expect(await ended).toBe('No.');
    expect(fetched).toHaveBeenCalledTimes(1);
  },
);
