import { describe, expect, test } from 'vitest';
import type { Status } from './rules-status.ts';
import {
  hasLivestream,
  deliveryDueAt,
  filesDueAt,
  isStars,
  checkRating,
  ratingErrors,
  ratingChangeableUntil,
  refundOnCancel,
  threadClosesAt,
} from './rules-terms.ts';

const at = (iso: string) => Temporal.Instant.from(iso);
const NOW = at('2026-11-21T12:00:00Z');
const later = (minutes: number) => NOW.add({ minutes });

const needs = (hours: number) => ({ files_deadline_enabled: true, files_deadline: hours * 60 });

describe('pre-session files are due', () => {
  test('24 hours before the start, 48 for mixing and mastering', () => {
    const start = at('2026-12-10T12:00:00Z');
    expect(filesDueAt(needs(24), start, NOW)?.toString()).toBe('2026-12-09T12:00:00Z');
    expect(filesDueAt(needs(48), start, NOW)?.toString()).toBe('2026-12-08T12:00:00Z');
  });
  test('at the earliest 60 minutes after booking', () => {
    expect(filesDueAt(needs(24), later(24 * 60 + 59), NOW)?.equals(later(60))).toBe(true);
    expect(filesDueAt(needs(24), later(24 * 60 + 61), NOW)?.equals(later(61))).toBe(true);
    expect(filesDueAt(needs(24), later(30), NOW)?.equals(later(60))).toBe(true);
  });
  test('never, when the service needs no files', () => {
    expect(filesDueAt({ files_deadline_enabled: false, files_deadline: 1440 }, later(9999), NOW)).toBeNull();
  });
});

test('session files are due files_delivery minutes after the end; the thread closes 4 days after it', () => {
  expect(deliveryDueAt({ files_delivery: 15 }, NOW).equals(later(15))).toBe(true);
  expect(threadClosesAt(NOW).toString()).toBe('2026-11-25T12:00:00Z');
});

describe('the livestream', () => {
  const streamed = { status: 'partner_ready_to_go', ends_at: later(30), attendance: true } as const;
  const open = (more: object, session_type: 'offline' | 'live' | 'all' = 'all') =>
    hasLivestream({ ...streamed, ...more, service: { session_type } }, NOW);

  test('is for an attended session that is still to come', () => {
    expect(open({})).toBe(true);
    expect(open({}, 'live')).toBe(true);
    expect(open({ attendance: false })).toBe(false);
    expect(open({ attendance: null })).toBe(false);
    expect(open({ ends_at: NOW })).toBe(false);
  });
  test('is not for offline services, holds and cancelled sessions', () => {
    expect(open({}, 'offline')).toBe(false);
    expect(open({ status: 'prebooked' })).toBe(false);
    expect(open({ status: 'cancelled' })).toBe(false);
  });
});

describe('cancelling gives the credits back', () => {
  test.each([
    // booked minutes ago, starts in minutes, limit in hours, refunded
    [61, 48 * 60 + 1, 48, true],
    [60, 48 * 60 + 1, 48, false],
    [61, 48 * 60, 48, false],
    [1000, 24 * 60 + 1, 24, true],
    [1000, 24 * 60 + 1, 48, false],
    [1000, 1, 0, true],
  ])('booked %i minutes ago, starting in %i, limit %i h: %s', (ago, ahead, recreditLimitHours, refunded) => {
    const session = { booked_at: later(-ago), starts_at: later(ahead), recreditLimitHours } as const;
    expect(refundOnCancel({ ...session, by: 'client' }, NOW)).toBe(refunded);
    expect(refundOnCancel({ ...session, by: 'operator' }, NOW)).toBe(true);
  });
  test('48 hours and 60 minutes are the defaults, both are settings', () => {
    const session = { booked_at: later(-61), starts_at: later(48 * 60 + 1), by: 'client' } as const;
    expect(refundOnCancel(session, NOW)).toBe(true);
    expect(refundOnCancel({ ...session, starts_at: later(48 * 60) }, NOW)).toBe(false);
    expect(refundOnCancel({ ...session, graceMinutes: 120 }, NOW)).toBe(false);
  });
});

const session = (
  status: Status,
  rating: { status: 'rated' | 'none' | 'disabled'; rated_at?: Temporal.Instant },
) => ({
  status,
  starts_at: later(-60),
  ends_at: NOW,
  files: { user: 0, output: 0 },
  rating,
});

describe('ratings', () => {
  const unrated = { status: 'none' } as const;

  test('are 1 to 5 whole stars', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 2.5, Number.NaN].filter(isStars)).toEqual([1, 2, 3, 4, 5]);
  });
  test('come once the session is over', () => {
    expect(checkRating(session('partner_ready_to_go', unrated), NOW)).toEqual({ ok: true, value: 'new' });
    expect(checkRating(session('partner_ready_to_go', unrated), later(-1))).toMatchObject({
      reason: 'not_over',
    });
    expect(checkRating(session('prebooked', unrated), NOW)).toMatchObject({ reason: 'not_over' });
  });
  test('have 1 to 5 stars and a comment of at most 1000 characters, an emoji being one', () => {
    expect(ratingErrors(5, null)).toEqual([]);
    expect(ratingErrors(1, '🎵'.repeat(1000))).toEqual([]);
    expect(ratingErrors(6, '🎵'.repeat(1001))).toEqual([
      { field: 'rating', message: 'Please choose 1 to 5 stars.' },
      { field: 'comment', message: 'Please use at most 1000 characters.' },
    ]);
  });
  test('not for a cancelled session, nor where they are off', () => {
    expect(checkRating(session('cancelled', unrated), NOW)).toMatchObject({ reason: 'cancelled' });
    expect(checkRating(session('partner_deliverables_ready', { status: 'disabled' }), NOW)).toMatchObject({
      reason: 'rating_off',
    });
  });
  test('are changeable for 14 days', () => {
    const rated = session('partner_deliverables_ready', { status: 'rated', rated_at: NOW });
    const end = NOW.add({ hours: 14 * 24 });
    expect(checkRating(rated, end.subtract({ seconds: 1 }))).toEqual({ ok: true, value: 'change' });
    expect(checkRating(rated, end)).toMatchObject({ reason: 'rated' });
    expect(checkRating(session('partner_deliverables_ready', { status: 'rated' }), NOW)).toMatchObject({
      reason: 'rated',
    });
  });
  test('say until when: never for what was not given, or not at a known time', () => {
    const rated = { status: 'rated', rated_at: NOW.toString() };
    expect(ratingChangeableUntil(rated)).toEqual(NOW.add({ hours: 14 * 24 }));
    expect(ratingChangeableUntil({ ...rated, rated_at: null })).toBeNull();
    expect(ratingChangeableUntil({ ...rated, status: 'none' })).toBeNull();
  });
});
