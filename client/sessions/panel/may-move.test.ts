import { expect, test } from 'vitest';
import { SESSION } from '#test/client/sessions.ts';
import { mayMove } from './may-move.ts';

/** Booked at 14:00 for two weeks later: to be moved from an hour after booking until two days before. */
const BOOKED = {
  ...SESSION,
  cancellation: {
    refund: true,
    credits: 2,
    refund_from: '2026-11-10T15:00:00Z',
    refund_until: '2026-11-22T14:00:00Z',
  },
};
const at = (instant: string) => mayMove('client', BOOKED, Temporal.Instant.from(instant));
const refused = (reason: string) => ({ allowed: false, reason });

test('moving is possible between its two instants; else it says from when or until when', () => {
  expect(at('2026-11-10T15:00:00Z')).toEqual(refused('You can move a session 60 minutes after booking it.'));
  expect(at('2026-11-10T15:00:01Z')).toEqual({ allowed: true });
  expect(at('2026-11-22T13:59:59Z')).toEqual({ allowed: true });
  expect(at('2026-11-22T14:00:00Z')).toEqual(
    refused('You can move a session until 48 hours before it starts.'),
  );
});

test('a session that has begun, is over or was cancelled says that instead', () => {
  expect(at('2026-11-24T14:00:00Z')).toEqual(refused('It has begun; ask for help.'));
  expect(at('2026-11-24T14:45:00Z')).toEqual(refused('This session is over.'));
  const cancelled = { ...BOOKED, status: 'cancelled' as const };
  expect(mayMove('client', cancelled, Temporal.Instant.from('2026-11-20T14:00:00Z'))).toEqual(
    refused('This session was cancelled.'),
  );
});

test('a musician does not move; nor does anybody without the terms of cancelling', () => {
  const then = Temporal.Instant.from('2026-11-20T14:00:00Z');
  expect(mayMove('partner', BOOKED, then)).toEqual(refused('Only the client can do this.'));
  expect(mayMove('client', SESSION, then)).toEqual(refused('Only the client can do this.'));
});
