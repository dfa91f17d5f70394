import { expect, test } from 'vitest';
import { blocksOf, placeBlocks, shownHours, windowAround, type CalendarSlot } from './calendar-blocks.ts';

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
  busy: null,
  session_id: null,
  client_name: null,
  offered_until: null,
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
      slot('13:30', { status: 'prebooked', offered_until: '2026-11-21T07:30:00Z' }),
      slot('14:00', { displayStatus: 'hidden' }),
      slot('14:30', { displayStatus: 'hidden', busy: 'Home' }),
    ]),
  ).toEqual([
    ['free', '08:00-09:00', 2, null],
    ['free', '10:00-10:30', 1, null],
    ['booked', '10:30-11:40', 2, 'Ada'],
    ['booked', '11:40-12:10', 1, 'Grace'],
    ['blocked', '12:10-12:40', 1, null],
    ['held', '13:00-13:30', 1, null],
    ['offered', '13:30-14:00', 1, null],
    ['off', '14:00-14:30', 1, null],
    ['busy', '14:30-15:00', 1, null],
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

test('slots of two categories at once are two blocks, beside each other', () => {
  const vocals = { service_category: 'vocals', duration: 45 };
  const slots = [slot('08:00'), slot('08:00', vocals), slot('08:30'), slot('08:45', vocals), slot('11:00')];
  const at = { day: TODAY, zone: 'UTC', now: Temporal.Instant.from('2026-11-21T07:00:00Z') };
  const placed = placeBlocks(blocksOf(slots, at), 'UTC');
  expect(placed.map(({ from, to, column, columns }) => [from, to, column, columns])).toEqual([
    [480, 540, 0, 2],
    [480, 570, 1, 2],
    [660, 690, 0, 1],
  ]);
});

test('an offer is a block of its own, with its slots', () => {
  const slots = [slot('08:00'), slot('08:30', { slot_type: 'flexible' })];
  const blocks = blocksOf(slots, {
    day: TODAY,
    zone: 'UTC',
    now: Temporal.Instant.from('2026-11-21T07:00:00Z'),
  });
  expect(blocks.map(({ type, ids }) => [type, ...ids])).toEqual([
    ['fixed', '08:00'],
    ['flexible', '08:30'],
  ]);
});

test('a grid shows 8 to 20, and more where something is', () => {
  expect(shownHours([])).toEqual({ from: 480, to: 1200 });
  expect(
    shownHours([
      { from: 405, to: 450 },
      { from: 1380, to: 1455 },
    ]),
  ).toEqual({ from: 360, to: 1440 });
});
