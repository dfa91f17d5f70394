import { expect, test } from 'vitest';
import { blocksOf, windowAround, type CalendarSlot } from './calendar-blocks.ts';

const TODAY = Temporal.PlainDate.from('2026-11-21');

test.each([
  ['2026-11-21', 0, '2026-11-16', '2026-12-13'],
  ['2026-11-16', 0, '2026-11-16', '2026-12-13'],
  ['2026-12-13', 0, '2026-11-16', '2026-12-13'],
  ['2026-12-14', 0, '2026-12-14', '2027-01-10'],
  ['2026-11-15', 0, '2026-10-19', '2026-11-15'],
  ['2026-11-21', 1, '2026-12-14', '2027-01-10'],
  ['2026-11-21', -1, '2026-10-19', '2026-11-15'],
])('%s lies, %i stretches on, in %s to %s', (day, by, from, to) => {
  expect(windowAround(Temporal.PlainDate.from(day), TODAY, by)).toEqual({ from, to });
});

const slot = (time: string, more: Partial<CalendarSlot> = {}): CalendarSlot => ({
  id: time,
  start_date: `2026-11-21T${time}:00Z`,
  duration: 30,
  status: 'available',
  service_category: 'recording',
  slot_type: 'fixed',
  displayStatus: 'shown',
  session_id: null,
  client_name: null,
  ...more,
});
const shown = (slots: readonly CalendarSlot[], zone = 'UTC', at = '07:00') =>
  blocksOf(slots, { day: TODAY, zone, now: Temporal.Instant.from(`2026-11-21T${at}:00Z`) }).map(
    ({ kind, from, to, slots: count, client }) => [
      kind,
      `${from.toString().slice(11, 16)}-${to.toString().slice(11, 16)}`,
      count,
      client,
    ],
  );

test('adjacent slots of one kind are one block; a gap, another kind or another session starts the next', () => {
  const ada = { status: 'booked', session_id: 1, client_name: 'Ada' } as const;
  const grace = { status: 'booked', session_id: 2, client_name: 'Grace' } as const;
  expect(
    shown([
      slot('08:00'),
      slot('08:30'),
      slot('10:00'),
      slot('10:30', ada),
      slot('11:10', ada),
      slot('11:40', grace),
      slot('12:10', { status: 'booked' }),
      slot('13:00', { status: 'prebooked' }),
      slot('14:00', { displayStatus: 'hidden' }),
    ]),
  ).toEqual([
    ['free', '08:00-09:00', 2, null],
    ['free', '10:00-10:30', 1, null],
    ['booked', '10:30-11:40', 2, 'Ada'],
    ['booked', '11:40-12:10', 1, 'Grace'],
    ['blocked', '12:10-12:40', 1, null],
    ['held', '13:00-13:30', 1, null],
    ['off', '14:00-14:30', 1, null],
  ]);
});

test('a day is the day of the zone', () => {
  expect(shown([slot('08:00'), slot('20:00')], 'Asia/Tokyo')).toEqual([['free', '08:00-08:30', 1, null]]);
});

test('what has begun and nobody booked is past', () => {
  expect(shown([slot('08:00'), slot('08:30'), slot('09:00')], 'UTC', '08:30')).toEqual([
    ['past', '08:00-09:00', 2, null],
    ['free', '09:00-09:30', 1, null],
  ]);
});
