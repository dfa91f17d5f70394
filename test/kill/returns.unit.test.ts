import { expect, test } from 'vitest';
import { summary, tooLong } from './returns.ts';

const returns = [
  { ms: 900, load: 0.4 },
  { ms: 4000, load: 2 },
  { ms: 1200, load: 1 },
];

test('each return is held to the limit under its own load, not to that of another', () => {
  expect(tooLong(returns, 3000)).toEqual([]);
  expect(tooLong([...returns, { ms: 3100, load: 0.5 }], 3000)).toEqual(['3100 ms under a load of 0.5']);
  expect(tooLong([{ ms: 6001, load: 2 }], 3000)).toHaveLength(1);
});

test('the longest return is told beside its limit and load, and the counts add up', () => {
  const from = {
    answers: { bookings: 3, messages: 1 },
    calls: { asked: 10, atOnce: 9, repeated: 1, repeats: 4 },
  };
  const to = {
    answers: { bookings: 8, messages: 3 },
    calls: { asked: 40, atOnce: 33, repeated: 7, repeats: 20 },
  };
  expect(summary('The server', { returns, limitMs: 3000, from, to })).toBe(
    [
      'The server killed 3 times: longest return 4000 ms, limit 6000 ms under a load of 2.0',
      '  7 answers, none lost: 5 bookings, 2 messages',
      '  30 calls: 24 answered at once, 6 after 16 repeats',
    ].join('\n'),
  );
});
