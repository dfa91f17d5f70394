import { Client } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clientWithTimeout } from './watch.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A client whose statements are answered by hand. */
function makeClient() {
  const answers: (() => void)[] = [];
  class Silent extends Client {
    override query(): never {
      return new Promise<void>((resolve) => answers.push(resolve)) as never;
    }
  }
  const timeouts: string[] = [];
  const Timed = clientWithTimeout(Silent, 1000, () => timeouts.push('timeout'));
  const client = new Timed();
  client.connection.stream.on('error', () => {});
  return { answers, timeouts, send: () => client.query('select 1') };
}

test('each of the statements sent together has the time from when its turn came', async () => {
  const { answers, timeouts, send } = makeClient();
  const sent = [send(), send(), send()];
  for (const answer of answers) {
    await vi.advanceTimersByTimeAsync(900);
    answer();
  }
  await Promise.all(sent);
  await vi.advanceTimersByTimeAsync(5000);
  expect(timeouts).toEqual([]);
});

test('a statement without an answer times out when those before it were answered', async () => {
  const { answers, timeouts, send } = makeClient();
  const first = send();
  const second = send().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(900);
  answers[0]?.();
  await first;
  await vi.advanceTimersByTimeAsync(900);
  expect(timeouts).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(await second).toMatchObject({ name: 'DatabaseTimeout' });
  expect(timeouts).toEqual(['timeout']);
});
