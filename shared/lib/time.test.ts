import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dayOf,
  daySpan,
  daysFrom,
  durationInWords,
  formatCountdown,
  formatDay,
  formatFileTime,
  formatMessageTime,
  formatTime,
  formatUpdatedAt,
  relativeTime,
  startOfDay,
  startOfWeek,
  lastBookableDay,
  zoneLabel,
} from './time.ts';

const at = (iso: string) => Temporal.Instant.from(iso);
const day = (iso: string) => Temporal.PlainDate.from(iso);

describe('formats', () => {
  const september = at('2026-09-05T17:04:09Z');

  test("a card's day is 'ddd DD MMM YY', September is Sep", () => {
    expect(formatDay(september, 'Europe/Lisbon')).toBe('Sat 05 Sep 26');
  });
  test('a time is HH:mm in the zone', () => {
    expect(formatTime(september, 'Europe/Lisbon')).toBe('18:04');
    expect(formatTime(september, 'Australia/Adelaide')).toBe('02:34');
    expect(formatDay(september, 'Australia/Adelaide')).toBe('Sun 06 Sep 26');
  });
  test("a message's time is 'DD/MM/YYYY - HH:mm'", () => {
    expect(formatMessageTime(september, 'Europe/Lisbon')).toBe('05/09/2026 - 18:04');
  });
  test("a file's last change is 'HH:mm:ss A, DD MMM YY'", () => {
    expect(formatFileTime(september, 'Europe/Lisbon')).toBe('18:04:09 PM, 05 Sep 26');
    expect(formatFileTime(at('2026-01-01T00:00:00Z'), 'UTC')).toBe('00:00:00 AM, 01 Jan 26');
    expect(formatFileTime(at('2026-01-01T12:00:00Z'), 'UTC')).toBe('12:00:00 PM, 01 Jan 26');
  });
  test("last updated is 'DD MMM YYYY [at] HH:mm'", () => {
    expect(formatUpdatedAt(september, 'America/New_York')).toBe('05 Sep 2026 at 13:04');
  });
});

test.each([
  ['Europe/Lisbon', '2026-01-10T00:00:00Z', 'Lisbon (UTC+0)'],
  ['Europe/Lisbon', '2026-07-10T00:00:00Z', 'Lisbon (UTC+1)'],
  ['America/New_York', '2026-07-10T00:00:00Z', 'New York (UTC-4)'],
  ['Australia/Adelaide', '2026-01-10T00:00:00Z', 'Adelaide (UTC+10:30)'],
  ['Australia/Lord_Howe', '2026-07-10T00:00:00Z', 'Lord Howe (UTC+10:30)'],
  ['America/St_Johns', '2026-01-10T00:00:00Z', 'St Johns (UTC-3:30)'],
  ['America/Argentina/Ushuaia', '2026-01-10T00:00:00Z', 'Ushuaia (UTC-3)'],
  ['UTC', '2026-01-10T00:00:00Z', 'UTC+0'],
])('%s at %s reads %s', (zone, instant, label) => {
  expect(zoneLabel(zone, at(instant))).toBe(label);
});

test.each([
  [0, '0 minutes'],
  [1, '1 minute'],
  [45, '45 minutes'],
  [60, '1 hour'],
  [90, '90 minutes'],
  [1440, '24 hours'],
  [1500, '25 hours'],
  [2880, '2 days'],
  [14_400, '10 days'],
])('%i minutes are %s', (minutes, words) => {
  expect(durationInWords(minutes)).toBe(words);
});

test.each([
  ['2026-05-01T12:00:59Z', 'now'],
  ['2026-05-01T12:01:00Z', 'in 1 minute'],
  ['2026-05-01T12:59:59Z', 'in 59 minutes'],
  ['2026-05-01T13:00:00Z', 'in 1 hour'],
  ['2026-05-03T11:59:00Z', 'in 47 hours'],
  ['2026-05-03T12:00:00Z', 'in 2 days'],
  ['2026-05-01T09:00:00Z', '3 hours ago'],
  ['2026-04-21T12:00:00Z', '10 days ago'],
])('%s seen from noon on 1 May is %s', (instant, words) => {
  expect(relativeTime(at(instant), at('2026-05-01T12:00:00Z'))).toBe(words);
});

test.each([
  [900_000, '15:00'],
  [899_001, '15:00'],
  [899_000, '14:59'],
  [1, '00:01'],
  [0, '00:00'],
  [-5, '00:00'],
  [3_840_000, '1:04:00'],
])('%i ms count down as %s', (milliseconds, words) => {
  expect(formatCountdown(milliseconds)).toBe(words);
});

describe('days where the clocks change', () => {
  test.each([
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Europe/Lisbon', '2026-03-29', 23],
    ['Europe/Lisbon', '2026-10-25', 25],
    ['Australia/Adelaide', '2026-10-04', 23],
    ['Australia/Adelaide', '2026-04-05', 25],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Europe/Lisbon', '2026-06-01', 24],
  ])('in %s %s has %f hours', (zone, date, hours) => {
    const { from, to } = daySpan(day(date), zone);
    expect(from.until(to).total('hours')).toBe(hours);
  });

  test('a day whose midnight is skipped begins later', () => {
    expect(startOfDay(day('2026-09-06'), 'America/Santiago').toString()).toBe('2026-09-06T04:00:00Z');
    expect(formatTime(startOfDay(day('2026-09-06'), 'America/Santiago'), 'America/Santiago')).toBe('01:00');
  });

  test('the first and the last instant of a day belong to it, in every zone and year', () => {
    const zones = ['America/New_York', 'Europe/Lisbon', 'Australia/Adelaide', 'Australia/Lord_Howe'];
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 5000 }), (zone, n) => {
        const date = day('2020-01-01').add({ days: n });
        const { from, to } = daySpan(date, zone);
        expect(dayOf(from, zone).equals(date)).toBe(true);
        expect(dayOf(to.subtract({ nanoseconds: 1 }), zone).equals(date)).toBe(true);
        expect(dayOf(to, zone).equals(date.add({ days: 1 }))).toBe(true);
      }),
    );
  });
});

test('a week begins on Monday and has seven days', () => {
  expect(startOfWeek(day('2026-11-22')).toString()).toBe('2026-11-16');
  expect(startOfWeek(day('2026-11-16')).toString()).toBe('2026-11-16');
  expect(daysFrom(day('2026-12-29')).map(String).at(-1)).toBe('2027-01-04');
});

test.each([
  ['2026-11-21T10:00:00Z', 'Europe/Lisbon', '2027-01-21'],
  ['2026-11-21T23:00:00Z', 'Australia/Adelaide', '2027-01-22'],
  ['2026-12-31T12:00:00Z', 'UTC', '2027-02-28'],
  ['2027-12-30T12:00:00Z', 'UTC', '2028-02-29'],
])('two months on from %s in %s is %s', (now, zone, date) => {
  expect(lastBookableDay(at(now), zone).toString()).toBe(date);
});
