import { describe, expect, test } from 'vitest';
import { openingMask, RING } from '../calendar/rules-openings.ts';
import { isTimed, searchWords, wantedSpans, type WantedTime } from './rules-filters.ts';

const NOW = Temporal.Instant.from('2027-03-01T12:00:00Z');
const spans = (wanted: WantedTime, zone = 'Europe/Lisbon', now = NOW) =>
  wantedSpans(wanted, zone, now).map(({ from, to }) => `${from.toString()} ${to.toString()}`);
const day = (date: string) => ({ start_date: date, end_date: date });

describe('the time that is looked for', () => {
  test('is the range on each day, in the zone', () => {
    const evenings = {
      start_date: '2027-03-02',
      end_date: '2027-03-03',
      start_time: '18:00',
      end_time: '22:00',
    };
    expect(spans(evenings)).toEqual([
      '2027-03-02T18:00:00Z 2027-03-02T22:00:00Z',
      '2027-03-03T18:00:00Z 2027-03-03T22:00:00Z',
    ]);
    expect(spans({ ...evenings, end_date: '2027-03-02' }, 'Asia/Kolkata')).toEqual([
      '2027-03-02T12:30:00Z 2027-03-02T16:30:00Z',
    ]);
  });
  test('follows the clocks: an hour earlier by UTC after they go forward', () => {
    const evenings = {
      start_date: '2027-03-27',
      end_date: '2027-03-28',
      start_time: '18:00',
      end_time: '22:00',
    };
    expect(spans(evenings)).toEqual([
      '2027-03-27T18:00:00Z 2027-03-27T22:00:00Z',
      '2027-03-28T17:00:00Z 2027-03-28T21:00:00Z',
    ]);
  });
  test('ends the next day where it ends before it starts, or at its start', () => {
    expect(spans({ ...day('2027-03-02'), start_time: '22:00', end_time: '02:00' })).toEqual([
      '2027-03-02T22:00:00Z 2027-03-03T02:00:00Z',
    ]);
    expect(spans({ ...day('2027-03-02'), start_time: '22:00', end_time: '22:00' })).toEqual([
      '2027-03-02T22:00:00Z 2027-03-03T22:00:00Z',
    ]);
  });
  test('days that touch are one stretch', () => {
    expect(spans({ start_date: '2027-03-27', end_date: '2027-03-29' })).toEqual([
      '2027-03-27T00:00:00Z 2027-03-29T23:00:00Z',
    ]);
  });
  test('a time that the clocks skip is when they skip', () => {
    const night = { ...day('2027-03-14'), start_time: '02:30', end_time: '04:00' };
    expect(spans(night, 'America/New_York')).toEqual(['2027-03-14T07:00:00Z 2027-03-14T08:00:00Z']);
    expect(spans({ ...night, start_time: '01:00', end_time: '02:30' }, 'America/New_York')).toEqual([
      '2027-03-14T06:00:00Z 2027-03-14T07:00:00Z',
    ]);
    expect(spans({ ...night, start_time: '02:10', end_time: '02:50' }, 'America/New_York')).toEqual([]);
  });
  test('a time that comes twice counts from its first to its second coming', () => {
    const fall = Temporal.Instant.from('2026-10-20T12:00:00Z');
    const night = { ...day('2026-10-25'), start_time: '01:15', end_time: '01:45' };
    expect(spans(night, 'Europe/Lisbon', fall)).toEqual(['2026-10-25T00:15:00Z 2026-10-25T01:45:00Z']);
  });
  test('begins today and ends two months on, by the zone', () => {
    const [first = '', last = ''] = (
      spans({ start_time: '23:00' }, 'Asia/Tokyo').join(' ').match(/\S+/g) ?? []
    ).filter((_, index, all) => index === 0 || index === all.length - 1);
    expect([first, last]).toEqual(['2027-03-01T14:00:00Z', '2027-05-01T15:00:00Z']);
    expect(spans({ end_date: '2027-02-28' })).toEqual([]);
    expect(spans({ start_date: '2027-05-02' })).toEqual([]);
  });
  test('is none without a day or a time', () => {
    expect([isTimed({}), isTimed({ start_time: '18:00' }), isTimed({ end_date: '2027-03-02' })]).toEqual([
      false,
      true,
      true,
    ]);
  });
});

test.each([
  ['Zoë  Østergaard', ['zoe', 'østergaard']],
  ['R&B / hip-hop', ['r', 'b', 'hip', 'hop']],
  [' %_ ', []],
  ['a b c d e f g', ['a', 'b', 'c', 'd', 'e', 'f']],
])('the words of %s', (text, words) => {
  expect(searchWords(text)).toEqual(words);
});

/** When a booking of half hours may begin by its mask, as day and time. */
const quarters = (from: string, to: string, slots = 1, lastStart = '2027-05-01T00:00:00Z') => {
  const span = { from: Temporal.Instant.from(from), to: Temporal.Instant.from(to) };
  const bounds = { now: NOW, lastStart: Temporal.Instant.from(lastStart) };
  const bits = Array.from(openingMask([span], { unit_minutes: 30, slots }, bounds))
    .map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0'))
    .join('');
  expect(bits).toHaveLength(RING);
  const first = Math.floor(NOW.epochMilliseconds / 900_000);
  return Array.from({ length: RING }, (_, n) => first + n)
    .filter((quarter) => bits[quarter % RING] === '1')
    .map((quarter) =>
      Temporal.Instant.fromEpochMilliseconds(quarter * 900_000)
        .toString()
        .slice(8, 16),
    );
};

describe('the mask of a booking', () => {
  test('has each quarter of an hour at which it fits as a whole', () => {
    expect(quarters('2027-03-02T18:00:00Z', '2027-03-02T19:00:00Z')).toEqual([
      '02T18:00',
      '02T18:15',
      '02T18:30',
    ]);
    expect(quarters('2027-03-02T18:01:00Z', '2027-03-02T18:59:00Z')).toEqual(['02T18:15']);
    expect(quarters('2027-03-02T18:00:00Z', '2027-03-02T21:15:00Z', 6)).toEqual(['02T18:00', '02T18:15']);
    expect(quarters('2027-03-02T18:00:00Z', '2027-03-02T20:45:00Z', 6)).toEqual([]);
  });
  test('has nothing at this instant or before, and nothing whose last slot begins too late', () => {
    expect(quarters('2027-03-01T11:00:00Z', '2027-03-01T13:00:00Z')).toEqual(['01T12:15', '01T12:30']);
    const late = ['2027-03-02T18:00:00Z', '2027-03-02T22:00:00Z', 2] as const;
    expect(quarters(...late, '2027-03-02T18:45:00Z')).toEqual(['02T18:00', '02T18:15']);
  });
});
