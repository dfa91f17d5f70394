import { describe, expect, test } from 'vitest';
import {
  dayBits,
  daysOf,
  fittingRuns,
  freeRuns,
  isUnanswered,
  type FreeSlot,
  type WaitingTimes,
} from './rules-waiting.ts';
import { WAITING } from './texts-waiting.ts';

const span = (from: string, to: string) => ({
  starts_at: Temporal.Instant.from(from),
  ends_at: Temporal.Instant.from(to),
});
const times = (zone: string, days: readonly number[], from = '00:00', to = '00:00'): WaitingTimes => ({
  zone,
  days,
  from,
  to,
});
const slot = (id: string, from: string, minutes = 30, category = 'instruments'): FreeSlot => {
  const starts_at = Temporal.Instant.from(from);
  return { id, category, starts_at, ends_at: starts_at.add({ minutes }) };
};

test('weekdays are bits, Monday the lowest', () => {
  expect(dayBits([1, 3, 7])).toBe(69);
  for (let bits = 1; bits < 128; bits += 1) expect(dayBits(daysOf(bits))).toBe(bits);
});

describe('days and hours', () => {
  const CASES: readonly [string, WaitingTimes, string, string, boolean][] = [
    ['within', times('Europe/Lisbon', [2], '18:00', '20:00'), '2026-11-24T18:00Z', '2026-11-24T20:00Z', true],
    [
      'too late',
      times('Europe/Lisbon', [2], '18:00', '20:00'),
      '2026-11-24T19:30Z',
      '2026-11-24T20:15Z',
      false,
    ],
    [
      'too early',
      times('Europe/Lisbon', [2], '18:00', '20:00'),
      '2026-11-24T17:59Z',
      '2026-11-24T18:30Z',
      false,
    ],
    [
      'another day',
      times('Europe/Lisbon', [3], '18:00', '20:00'),
      '2026-11-24T18:00Z',
      '2026-11-24T19:00Z',
      false,
    ],
    ['the day of the zone', times('Asia/Tokyo', [3]), '2026-11-24T15:00Z', '2026-11-24T16:00Z', true],
    ['not the day of another', times('Asia/Tokyo', [2]), '2026-11-24T15:00Z', '2026-11-24T16:00Z', false],
    [
      'half hours off',
      times('Asia/Kolkata', [2], '18:00', '19:00'),
      '2026-11-24T12:30Z',
      '2026-11-24T13:30Z',
      true,
    ],
    ['over midnight', times('UTC', [2], '22:00', '02:00'), '2026-11-24T23:30Z', '2026-11-25T00:30Z', true],
    ['after midnight', times('UTC', [2], '22:00', '02:00'), '2026-11-25T01:00Z', '2026-11-25T02:00Z', true],
    [
      'after midnight, another night',
      times('UTC', [3], '22:00', '02:00'),
      '2026-11-25T01:00Z',
      '2026-11-25T02:00Z',
      false,
    ],
    ['whole days touch', times('UTC', [2, 3]), '2026-11-24T23:30Z', '2026-11-25T00:30Z', true],
    ['but only these', times('UTC', [2, 4]), '2026-11-24T23:30Z', '2026-11-25T00:30Z', false],
    // Clocks forward in Lisbon on 28 March 2027: 01:00 becomes 02:00.
    [
      'before the skip',
      times('Europe/Lisbon', [7], '00:00', '02:00'),
      '2027-03-28T00:30Z',
      '2027-03-28T01:00Z',
      true,
    ],
    [
      'past the skip',
      times('Europe/Lisbon', [7], '00:00', '02:00'),
      '2027-03-28T01:00Z',
      '2027-03-28T01:30Z',
      false,
    ],
    [
      'from within the skip',
      times('Europe/Lisbon', [7], '01:30', '03:00'),
      '2027-03-28T01:00Z',
      '2027-03-28T02:00Z',
      true,
    ],
    // Back on 25 October 2026: 02:00 becomes 01:00, and the hour comes twice.
    [
      'the first of the two',
      times('Europe/Lisbon', [7], '01:00', '02:00'),
      '2026-10-25T00:00Z',
      '2026-10-25T01:00Z',
      true,
    ],
    [
      'the second',
      times('Europe/Lisbon', [7], '01:00', '02:00'),
      '2026-10-25T01:00Z',
      '2026-10-25T02:00Z',
      true,
    ],
    [
      'and no more',
      times('Europe/Lisbon', [7], '01:00', '02:00'),
      '2026-10-25T01:30Z',
      '2026-10-25T02:15Z',
      false,
    ],
    // Half an hour in Lord Howe, on 4 October 2026.
    [
      'half an hour',
      times('Australia/Lord_Howe', [7], '02:30', '04:00'),
      '2026-10-03T15:30Z',
      '2026-10-03T17:00Z',
      true,
    ],
  ];
  test.for(CASES)('%s', ([, wanted, from, to, fits]) => {
    expect(fittingRuns([[span(from, to)]], wanted)).toHaveLength(fits ? 1 : 0);
  });

  test('of many bookings those fit that fit by themselves', () => {
    const first = Temporal.Instant.from('2026-10-20T00:10Z');
    // Over both changes of the clocks, each in the middle of a booking.
    const runs = Array.from({ length: 4000 }, (_, n) => {
      const starts_at = first.add({ minutes: 55 * n });
      const middle = starts_at.add({ minutes: 30 });
      return [
        { starts_at, ends_at: middle },
        { starts_at: middle, ends_at: middle.add({ minutes: 30 + (n % 3) * 90 }) },
      ];
    });
    for (const wanted of [
      times('Europe/Lisbon', [1, 2, 3, 4, 5, 6, 7]),
      times('Europe/Lisbon', [6, 7], '22:00', '03:00'),
      times('America/New_York', [1, 7], '01:00', '02:30'),
      times('Pacific/Apia', [3], '09:00', '18:00'),
    ]) {
      const fitting = fittingRuns(runs, wanted);
      expect(fitting).toEqual(runs.filter((run) => fittingRuns([run], wanted).length > 0));
      expect(fitting.length).toBeGreaterThan(0);
    }
    expect(fittingRuns([], times('UTC', [1]))).toEqual([]);
  });
});

test('bookings are slots of the kind that follow each other', () => {
  const free = [
    slot('a', '2026-11-24T10:00Z'),
    slot('x', '2026-11-24T10:00Z', 45),
    slot('b', '2026-11-24T10:30Z'),
    slot('y', '2026-11-24T11:00Z', 30, 'mixing'),
    slot('c', '2026-11-24T11:50Z'),
    slot('d', '2026-11-24T13:30Z'),
  ];
  const runs = (slots: number) =>
    freeRuns(free, { category: 'instruments', unit_minutes: 30, slots }).map((run) =>
      run.map(({ id }) => id).join(''),
    );
  expect(runs(1)).toEqual(['a', 'b', 'c', 'd']);
  expect(runs(2)).toEqual(['ab', 'bc']);
  expect(runs(3)).toEqual(['abc']);
  expect(runs(4)).toEqual([]);
});

test('a wait ends with the third offer in a row that nobody answered', () => {
  expect(isUnanswered(['expired', 'expired'])).toBe(false);
  expect(isUnanswered(['expired', 'expired', 'expired'])).toBe(true);
  expect(isUnanswered(['expired', 'withdrawn', 'expired', 'expired'])).toBe(true);
  expect(isUnanswered(['expired', 'expired', 'declined', 'expired'])).toBe(false);
  expect(isUnanswered(['accepted', 'expired', 'expired', 'expired'])).toBe(false);
});

const words = (days: readonly number[], from = '00:00', to = '00:00') => WAITING.times({ days, from, to });

test('place and times in words', () => {
  expect([1, 2, 10, 11, 12, 13, 21, 22, 23, 111, 1002].map((n) => WAITING.place(n).slice(8, -9))).toEqual([
    'first',
    'second',
    'tenth',
    '11th',
    '12th',
    '13th',
    '21st',
    '22nd',
    '23rd',
    '111th',
    '1002nd',
  ]);
  expect(words([1, 2, 3, 4, 5, 6, 7])).toBe('Any day, any time');
  expect(words([2], '18:00', '22:00')).toBe('Tuesdays, 18:00 to 22:00');
  expect(words([1, 2, 3, 4, 5])).toBe('Monday to Friday, any time');
  expect(words([2, 4])).toBe('Tuesday and Thursday, any time');
});
