import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { problem } from '#shared/lib/problem.ts';
import { ProblemError } from './api.ts';
import { createQueryClient } from './query-client.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const refusal = (status: number, code: string) => new ProblemError(problem(code, { status, detail: 'No.' }));

/** How often a failing query ran. */
async function attempt(error: Error): Promise<number> {
  const client = createQueryClient();
  const retry = client.getDefaultOptions().queries?.retry;
  const queryFn = vi.fn<() => Promise<never>>(async () => {
    throw error;
  });
  const done = client.prefetchQuery({ queryKey: ['x'], queryFn, ...(retry === undefined ? {} : { retry }) });
  await vi.runAllTimersAsync();
  await done;
  return queryFn.mock.calls.length;
}

describe('a failed query', () => {
  test.each([400, 401, 403, 404, 409, 422, 429])('is never repeated after a %d', async (status) => {
    expect(await attempt(refusal(status, 'no'))).toBe(1);
  });

  test.each([0, 500, 503])('is repeated twice after a %d', async (status) => {
    expect(await attempt(refusal(status, 'away'))).toBe(3);
  });
});
