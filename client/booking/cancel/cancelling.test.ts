import { describe, expect, test } from 'vitest';
import { cancelledText, REASONS, reasonsFor, refundStatus } from './cancelling.ts';

const session = (booked_at: string, refund_from: string, refund_until: string, start_date: string) => ({
  booked_at,
  start_date,
  cancellation: { refund: true, credits: 2, refund_from, refund_until },
});
const USUAL = session(
  '2026-11-20T10:00:00Z',
  '2026-11-20T11:00:00Z',
  '2026-11-22T18:00:00Z',
  '2026-11-24T18:00:00Z',
);
const at = (iso: string) => Temporal.Instant.from(iso);

describe('what cancelling means now', () => {
  test.each([
    ['2026-11-20T10:59:59Z', 'too_early'],
    ['2026-11-20T11:00:00Z', 'too_early'],
    ['2026-11-20T11:00:00.001Z', 'refund'],
    ['2026-11-22T17:59:59.999Z', 'refund'],
    ['2026-11-22T18:00:00Z', 'too_late'],
    ['2026-11-24T17:00:00Z', 'too_late'],
  ])('at %s: %s', (now, kind) => {
    expect(refundStatus(USUAL, at(now)).kind).toBe(kind);
  });

  test('names the terms by what the server said, not by what is usual', () => {
    const other = session(
      '2026-11-20T10:00:00Z',
      '2026-11-20T10:30:00Z',
      '2026-11-23T18:00:00Z',
      '2026-11-24T18:00:00Z',
    );
    expect(refundStatus(other, at('2026-11-20T10:10:00Z'))).toMatchObject({
      kind: 'too_early',
      minutes: 30,
    });
    expect(refundStatus(other, at('2026-11-24T00:00:00Z'))).toEqual({ kind: 'too_late', hours: 24 });
  });

  test('does not tell anyone to wait for what never comes', () => {
    const late = session(
      '2026-11-23T10:00:00Z',
      '2026-11-23T11:00:00Z',
      '2026-11-22T18:00:00Z',
      '2026-11-24T18:00:00Z',
    );
    expect(refundStatus(late, at('2026-11-23T10:05:00Z'))).toEqual({ kind: 'too_late', hours: 48 });
    const crossing = session(
      '2026-11-22T17:30:00Z',
      '2026-11-22T18:30:00Z',
      '2026-11-22T18:00:00Z',
      '2026-11-24T18:00:00Z',
    );
    expect(refundStatus(crossing, at('2026-11-22T17:40:00Z')).kind).toBe('too_late');
  });

  test('believes the server that expired credits have come back once already', () => {
    const spent = { ...USUAL, cancellation: { ...USUAL.cancellation, refund: false } };
    expect(refundStatus(spent, at('2026-11-21T11:00:00Z'))).toEqual({ kind: 'once' });
    expect(refundStatus(spent, at('2026-11-20T10:30:00Z')).kind).toBe('too_early');
    expect(refundStatus(spent, at('2026-11-22T18:00:00Z')).kind).toBe('too_late');
  });

  test('counts down in the last hour only', () => {
    expect(refundStatus(USUAL, at('2026-11-22T16:59:00Z'))).toMatchObject({ soon: false });
    expect(refundStatus(USUAL, at('2026-11-22T17:00:00Z'))).toMatchObject({ soon: true });
  });
});

describe('words', () => {
  test('no credits for those who have none', () => {
    expect(reasonsFor(false).join(' ')).not.toContain('credit');
    expect(reasonsFor(true)).toEqual(REASONS);
  });
  test.each([
    [0, 'Your session is cancelled.'],
    [1, 'Your session is cancelled. 1 credit is back.'],
    [4, 'Your session is cancelled. 4 credits are back.'],
  ])('%d credits: %s', (refunded, text) => {
    expect(cancelledText(refunded)).toBe(text);
  });
});
