import { expect, test } from 'vitest';
import type { StatsSlot } from '#shared/calendar/contract-pay.ts';
import { slotDays } from './slot-days.ts';

const slot = (start: string, more: Partial<StatsSlot> = {}): StatsSlot => ({
  id: start,
  start_date: `2026-10-${start}:00Z`,
  duration: 30,
  slot_type: 'fixed',
  service_category: 'instruments',
  state: 'free',
  session_id: null,
  client_name: null,
  rate: 32,
  ...more,
});
const ada = { state: 'booked', session_id: 1, client_name: 'Ada' } as const;

test('slots are told by day of the zone; neighbors that are alike are one run', () => {
  const slots = [
    slot('05T21:30'),
    slot('05T22:00'),
    slot('05T23:30'),
    slot('06T00:00', ada),
    slot('06T00:30', ada),
    slot('06T01:00', { ...ada, session_id: 2 }),
    slot('06T01:30', { state: 'off' }),
    slot('06T02:00', { state: 'off', slot_type: 'flexible' }),
    slot('06T03:00', { state: 'off', slot_type: 'flexible' }),
  ];
  const days = slotDays(slots, 'Europe/Lisbon').map(({ day, minutes, runs }) => [
    day.toString(),
    minutes,
    runs.map((run) =>
      `${run.from.toString().slice(11, 16)} ${run.minutes} ${run.state} ${run.client ?? ''}`.trim(),
    ),
  ]);
  expect(days).toEqual([
    ['2026-10-05', 60, ['21:30 60 free']],
    [
      '2026-10-06',
      210,
      [
        '23:30 30 free',
        '00:00 60 booked Ada',
        '01:00 30 booked Ada',
        '01:30 30 off',
        '02:00 30 off',
        '03:00 30 off',
      ],
    ],
  ]);
});
