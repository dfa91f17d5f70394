import { describe, expect, test } from 'vitest';
import {
  changed,
  chipsOf,
  countText,
  dayPresets,
  narrowedBy,
  pressed,
  TIME_PRESETS,
  toggledService,
} from './filters.ts';

const labels = {
  instruments: new Map([['drums', 'Drums']]),
  services: new Map([['mix-advice', 'Mix advice']]),
  now: Temporal.Instant.from('2026-11-21T12:00:00Z'),
};

const texts = (search: Parameters<typeof chipsOf>[0]) => chipsOf(search, labels).map(({ text }) => text);

describe('a change of filters', () => {
  test('keeps the others, and takes away what is undefined', () => {
    expect(changed({ q: 'jazz', sort: 'name' }, { q: undefined, services: 'mixing' })).toEqual({
      services: 'mixing',
      sort: 'name',
    });
  });
  test('keeps the days in order: the end that did not change follows', () => {
    const days = { start_date: '2026-11-24', end_date: '2026-11-26' };
    expect(changed(days, { start_date: '2026-11-30' })).toEqual({
      start_date: '2026-11-30',
      end_date: '2026-11-30',
    });
    expect(changed(days, { end_date: '2026-11-22' })).toEqual({
      start_date: '2026-11-22',
      end_date: '2026-11-22',
    });
  });
  test('adds a service, and takes it away again', () => {
    expect(toggledService({}, 'mixing')).toEqual({ services: 'mixing' });
    expect(toggledService({ services: 'mixing' }, 'singer')).toEqual({ services: 'mixing,singer' });
    expect(toggledService({ services: 'mixing,singer' }, 'mixing')).toEqual({ services: 'singer' });
    expect(toggledService({ services: 'mixing' }, 'mixing')).toEqual({ services: undefined });
  });
});

describe('chips', () => {
  test('name each filter, in the order of the form; the sorting is none', () => {
    expect(
      texts({
        q: ' jazz ',
        instrument: 'drums',
        services: 'mix-advice,unknown',
        start_date: '2026-11-24',
        end_date: '2026-11-24',
        start_time: '18:00',
        end_time: '22:00',
        timezone: 'Asia/Tokyo',
        sort: 'rating',
      }),
    ).toEqual([
      '“jazz”',
      'Drums',
      'Mix advice',
      'unknown',
      'Tue 24 Nov 26',
      '18:00 to 22:00',
      'Tokyo (UTC+9)',
    ]);
  });
  test.each([
    [{ start_date: '2026-11-24' }, 'From Tue 24 Nov 26'],
    [{ end_date: '2026-11-24' }, 'Until Tue 24 Nov 26'],
    [{ start_date: '2026-11-24', end_date: '2026-11-26' }, 'Tue 24 Nov 26 to Thu 26 Nov 26'],
    [{ start_time: '18:00' }, 'From 18:00'],
    [{ end_time: '18:00' }, 'Until 18:00'],
    [{ start_time: '18:00', end_time: '18:00' }, '18:00 to 18:00'],
  ])('%o is %s', (search, text) => {
    expect(texts(search)).toEqual([text]);
  });
  test('each takes its own away', () => {
    const search = { services: 'mix-advice,singer', start_date: '2026-11-24', end_time: '18:00' };
    const left = chipsOf(search, labels).map(({ without }) => changed(search, without));
    expect(left).toEqual([
      { services: 'singer', start_date: '2026-11-24', end_time: '18:00' },
      { services: 'mix-advice', start_date: '2026-11-24', end_time: '18:00' },
      { services: 'mix-advice,singer', end_time: '18:00' },
      { services: 'mix-advice,singer', start_date: '2026-11-24' },
    ]);
  });
});

test('the count says whether a time is looked for', () => {
  expect(countText(3, { start_time: '18:00' })).toBe('3 musicians can play then');
  expect(countText(1, { end_date: '2026-11-24' })).toBe('1 musician can play then');
  expect(countText(0, { q: 'jazz' })).toBe('0 musicians');
});

test('what narrows a listing most', () => {
  expect(narrowedBy({ sort: 'name' })).toBe(null);
  expect(narrowedBy({ instrument: 'drums' })).toBe('instrument');
  expect(narrowedBy({ instrument: 'drums', q: 'x' })).toBe('words');
  expect(narrowedBy({ services: 'mixing', q: 'x' })).toBe('time');
});

test('a preset is chosen by one press and taken away by another', () => {
  const [today, tomorrow, week] = dayPresets(Temporal.PlainDate.from('2026-12-31'));
  if (!today || !tomorrow || !week) throw new Error('no presets');
  expect(tomorrow.change).toEqual({ start_date: '2027-01-01', end_date: '2027-01-01' });
  expect(week.change).toEqual({ start_date: '2026-12-31', end_date: '2027-01-06' });
  const chosen = changed({}, pressed({}, today));
  expect(changed(chosen, pressed(chosen, today))).toEqual({});
  for (const preset of TIME_PRESETS) expect(Object.keys(preset.change)).toEqual(['start_time', 'end_time']);
});
