import { expect, test } from 'vitest';
import { summary, slowRecoveries } from './recovery.ts';

const recoveries = [
  { ms: 900, load: 0.4 },
  { ms: 4000, load: 2 },
  { ms: 1200, load: 1 },
];

test('each recovery is held to the limit under its own load, not to that of another', () => {
  expect(slowRecoveries(recoveries, 3000)).toEqual([]);
  expect(slowRecoveries([...recoveries, { ms: 3100, load: 0.5 }], 3000)).toEqual([
    '3100 ms under a load of 0.5',
  ]);
  expect(slowRecoveries([{ ms: 6001, load: 2 }], 3000)).toHaveLength(1);
});

test('the longest recovery is shown with its limit and load, and the counts add up', () => {
  const from = {
    confirmations: { bookings: 3, messages: 1 },
    calls: { total: 10, immediate: 9, retried: 1, retries: 4 },
  };
  const to = {
    confirmations: { bookings: 8, messages: 3 },
    calls: { total: 40, immediate: 33, retried: 7, retries: 20 },
  };
  expect(summary('The server', { recoveries, limitMs: 3000, from, to })).toBe(
    [
      'The server killed 3 times: longest recovery 4000 ms, limit 6000 ms under a load of 2.0',
      '  7 confirmations, none lost: 5 bookings, 2 messages',
      '  30 calls: 24 at once, 6 after 16 retries',
    ].join('\n'),
  );
});
