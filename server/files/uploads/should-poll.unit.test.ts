import { expect, test } from 'vitest';
import { shouldPoll } from './should-poll.ts';

const begun = Temporal.Instant.from('2026-11-21T12:00:00Z');
const upload = { created_at: begun, expires_at: begun.add({ hours: 73 }), status: 'partner_ready_to_go' };
/** The ages in minutes, in runs 5 minutes apart, at which storage is asked. */
const askedAt = (from: number, to: number, shift = 0): number[] => {
  const ages = Array.from({ length: Math.floor((to - from) / 5) }, (_, run) => from + run * 5 + shift);
  return ages.filter((age) => shouldPoll(upload, begun.add({ seconds: Math.round(age * 60) })));
};

test('in its first hour an upload is asked for by every run', () => {
  expect(askedAt(5, 60)).toEqual([5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55]);
});

test('then every half hour, and after six hours every hour', () => {
  expect(askedAt(60, 240)).toEqual([60, 90, 120, 150, 180, 210]);
  expect(askedAt(360, 720)).toEqual([360, 420, 480, 540, 600, 660]);
});

test.each([0.1, 1, 2.5, 4.99])(
  '%d minutes after the run it is the same: no step is missed or asked twice',
  (shift) => {
    expect(askedAt(60, 240, shift)).toHaveLength(6);
    expect(askedAt(360, 4320, shift)).toHaveLength(66);
  },
);

test('in three days it is asked 88 times, not 864', () => {
  expect(askedAt(0, 4320, 0.5)).toHaveLength(12 + 10 + 66);
});

test('before it is given up it is always asked for: overdue, or of a cancelled session', () => {
  const odd = begun.add({ hours: 20, minutes: 17 });
  expect(shouldPoll(upload, odd)).toBe(false);
  expect(shouldPoll({ ...upload, expires_at: odd }, odd)).toBe(true);
  expect(shouldPoll({ ...upload, status: 'cancelled' }, odd)).toBe(true);
});
