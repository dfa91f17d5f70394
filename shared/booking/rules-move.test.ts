import { describe, expect, test } from 'vitest';
import { refundOnCancel, refundTerms } from '../sessions/rules-terms.ts';
import { checkLength, checkMove } from './rules-move.ts';

const at = (text: string) => Temporal.Instant.from(text);
const booked = { booked_at: at('2026-11-21T12:00:00Z'), starts_at: at('2026-11-28T12:00:00Z') };
const tick = { nanoseconds: 1 };

describe('a session may be moved', () => {
  const { from, until } = refundTerms(booked);
  test.each([
    ['at booking', booked.booked_at, 'early'],
    ['60 minutes after booking', from, 'early'],
    ['an instant later', from.add(tick), 'yes'],
    ['an instant before 48 hours', until.subtract(tick), 'yes'],
    ['48 hours before the start', until, 'late'],
    ['at its start', booked.starts_at, 'late'],
  ] as const)('%s: %s', (_, now, expected) => {
    const checked = checkMove(booked, { from, until }, now);
    const said = {
      yes: undefined,
      early: 'You can move a session 60 minutes after booking it.',
      late: 'You can move a session until 48 hours before it starts.',
    }[expected];
    expect(checked.ok ? undefined : checked.detail).toBe(said);
    expect(checked.ok).toBe(refundOnCancel({ ...booked, by: 'client' }, now));
  });

  test('never, when it was booked inside its musician’s limit: too late says more than too early', () => {
    const terms = refundTerms({ ...booked, recreditLimitHours: 240 });
    expect(checkMove(booked, terms, booked.booked_at)).toMatchObject({
      reason: 'not_now',
      detail: 'You can move a session until 240 hours before it starts.',
    });
  });
});

test('a moved session lasts as long as the paid one', () => {
  expect(checkLength(60, 60)).toEqual({ ok: true, value: true });
  expect(checkLength(30, 60)).toEqual({
    ok: false,
    reason: 'bad_selection',
    detail: 'This session lasts 60 minutes. Please choose times that make the same length.',
  });
});
