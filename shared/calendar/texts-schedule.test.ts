import { expect, test } from 'vitest';
import { changedValues } from '../operator/rules-audit.ts';
import type { Schedule } from './rules-change.ts';
import { hoursByDay, scheduleFacts, timeOffText } from './texts-schedule.ts';

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

const schedule = (more: Partial<Schedule>): Schedule => ({
  zone: 'Europe/Lisbon',
  weeklyHours: [],
  timeOff: [],
  offers: [],
  busy: [],
  ...more,
});
const dated = (valid_from: string, valid_until: string | null, ...hours: ReturnType<typeof hour>[]) =>
  hours.map((one) => ({ ...one, valid_from, valid_until }));

const offer = (at: string) => ({
  starts_at: Temporal.Instant.from(at),
  unit_minutes: 30,
  category: 'vocals',
});

test('hours that change are said by weekday, from the day on which they do', () => {
  const before = schedule({ weeklyHours: dated('2026-11-01', null, hour(1, '08:00'), hour(1, '08:30')) });
  const after = schedule({
    weeklyHours: [
      ...dated('2026-11-01', '2026-12-01', hour(1, '08:00'), hour(1, '08:30')),
      ...dated('2026-12-01', null, hour(1, '08:00'), hour(5, '10:00', 45)),
    ],
  });
  const facts = scheduleFacts(before, after, '2026-11-21');
  expect(changedValues(facts.before, facts.after)).toEqual([
    {
      name: 'Monday from 2026-12-01',
      before: ['08:00 to 09:00 (instruments)'],
      after: ['08:00 to 08:30 (instruments)'],
    },
    { name: 'Friday from 2026-12-01', before: undefined, after: ['10:00 to 10:45 (instruments)'] },
  ]);
});

test('time off and offers that change are said, without notes', () => {
  const off = {
    id: 'a',
    from_day: '2026-12-24',
    to_day: '2026-12-26',
    from_time: null,
    to_time: null,
    every_year: false,
    note: '',
  };
  const kept = { ...off, id: 'b', from_day: '2026-12-20', to_day: '2026-12-20' };
  const before = schedule({ timeOff: [kept, off], offers: [offer('2026-12-01T09:00:00Z')] });
  const after = schedule({
    timeOff: [kept, { ...off, note: 'Dentist' }],
    offers: [
      offer('2026-12-01T09:00:00Z'),
      offer('2026-12-02T20:00:00Z'),
      offer('2026-12-02T20:30:00Z'),
      offer('2026-12-02T23:30:00Z'),
    ],
  });
  expect(scheduleFacts(before, after, '2026-11-21')).toEqual({
    before: { time_off: ['2026-12-24 to 2026-12-26'] },
    after: {
      time_off: ['2026-12-24 to 2026-12-26, with a note'],
      offers: ['2026-12-02, 20:00 to 21:00 (vocals)', '2026-12-02, 23:30 to 24:00 (vocals)'],
    },
  });
});
