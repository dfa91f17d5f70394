import { expect, test } from 'vitest';
import { hoursByDay, timeOffText } from './hours-text.ts';

const hour = (weekday: number, from: string, unit_minutes = 30) => ({
  weekday,
  from,
  unit_minutes,
  category: 'instruments',
});

test('weekly hours are read by day, slots that touch or overlap as one', () => {
  const hours = [
    hour(2, '14:00'),
    hour(2, '08:30'),
    hour(2, '08:00'),
    hour(2, '08:45', 45),
    hour(7, '23:30'),
  ];
  expect(hoursByDay(hours)).toEqual([
    ['Tuesday', '08:00 to 09:30, 14:00 to 14:30'],
    ['Sunday', '23:30 to 24:00'],
  ]);
  expect(hoursByDay([])).toEqual([]);
});

test('time off in words', () => {
  const off = {
    from_day: '2026-12-24',
    to_day: '2026-12-26',
    from_time: null,
    to_time: null,
    every_year: false,
    note: '',
  };
  expect(timeOffText(off)).toBe('2026-12-24 to 2026-12-26');
  expect(timeOffText({ ...off, to_day: '2026-12-24', every_year: true })).toBe('2026-12-24, every year');
  expect(timeOffText({ ...off, to_day: '2026-12-24', from_time: '14:00', to_time: '18:00' })).toBe(
    '2026-12-24, 14:00 to 18:00',
  );
  expect(timeOffText({ ...off, from_time: '14:00', to_time: '10:00' })).toBe(
    '2026-12-24, 14:00 to 2026-12-26, 10:00',
  );
});
