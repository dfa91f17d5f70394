import { describe, expect, test } from 'vitest';
import { overlapOf, replaceHours, timeOf, versionsFrom } from './rules-hours.ts';
import type { DatedHour, WeeklyHour } from './rules.ts';

const hour = (weekday: number, from: string, more: Partial<WeeklyHour> = {}): WeeklyHour => ({
  weekday,
  from,
  unit_minutes: 30,
  category: 'instruments',
  ...more,
});
const dated = (valid_from: string, valid_until: string | null, from = '10:00'): DatedHour => ({
  ...hour(1, from),
  valid_from,
  valid_until,
});
const short = (hours: readonly DatedHour[]) =>
  hours.map(({ from, valid_from, valid_until }) => `${from} ${valid_from} ${valid_until ?? 'for good'}`);

describe('hours valid from a day on', () => {
  test('end those in force, replace all later ones, and leave what is over', () => {
    const current = [
      dated('2000-01-01', '2026-11-01', '08:00'),
      dated('2026-11-01', '2026-12-20', '09:00'),
      dated('2026-12-20', null, '10:00'),
    ];
    expect(short(replaceHours(current, { valid_from: '2026-12-01', hours: [hour(1, '11:00')] }))).toEqual([
      '08:00 2000-01-01 2026-11-01',
      '09:00 2026-11-01 2026-12-01',
      '11:00 2026-12-01 for good',
    ]);
  });
  test('take the place of those that began the same day', () => {
    const current = [dated('2026-12-01', null)];
    expect(replaceHours(current, { valid_from: '2026-12-01', hours: [] })).toEqual([]);
  });
});

describe('versions', () => {
  test('the first is in force today, also where it is empty', () => {
    const hours = [dated('2026-12-01', '2027-01-01'), dated('2027-02-01', null, '12:00')];
    const versions = versionsFrom(hours, '2026-11-23');
    expect(versions.map((one) => [one.valid_from, one.valid_until, one.hours.length])).toEqual([
      ['2026-11-23', '2026-12-01', 0],
      ['2026-12-01', '2027-01-01', 1],
      ['2027-01-01', '2027-02-01', 0],
      ['2027-02-01', null, 1],
    ]);
  });
  test('are sorted by weekday and time', () => {
    const hours = [hour(2, '09:00'), hour(1, '18:00'), hour(1, '09:30')].map((one) => ({
      ...one,
      valid_from: '2026-01-01',
      valid_until: null,
    }));
    const [version] = versionsFrom(hours, '2026-11-23');
    expect(version?.hours.map(({ weekday, from }) => `${weekday} ${from}`)).toEqual([
      '1 09:30',
      '1 18:00',
      '2 09:00',
    ]);
  });
});

describe('hours of one category', () => {
  test.each([
    ['apart', [hour(1, '10:00'), hour(1, '10:30')], false],
    ['in one another', [hour(1, '10:00'), hour(1, '10:15')], true],
    ['the same twice', [hour(1, '10:00'), hour(1, '10:00')], true],
    ['of other categories', [hour(1, '10:00'), hour(1, '10:15', { category: 'vocals' })], false],
    ['over midnight', [hour(1, '23:45'), hour(2, '00:00')], true],
    ['from Sunday night to Monday', [hour(7, '23:45'), hour(1, '00:00')], true],
    ['one a week', [hour(3, '10:00')], false],
    ['of other lengths', [hour(1, '10:00', { unit_minutes: 45 }), hour(1, '10:30')], true],
  ])('%s', (_, hours, isFound) => {
    expect(overlapOf(hours) !== null).toBe(isFound);
  });
});

test('a minute of the day is a time; midnight begins the next', () => {
  expect([timeOf(0), timeOf(605), timeOf(1440), timeOf(1455)]).toEqual(['00:00', '10:05', '00:00', '00:15']);
});
