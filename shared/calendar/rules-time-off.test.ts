import { describe, expect, test } from 'vitest';
import { timeOffSpans, type TimeOff } from './rules-time-off.ts';

const off = (more: Partial<TimeOff>): TimeOff => ({
  from_day: '2026-12-24',
  to_day: '2026-12-24',
  from_time: null,
  to_time: null,
  every_year: false,
  ...more,
});
/** The stretches that touch a day, as local times. */
function on(day: string, one: TimeOff, zone = 'Europe/Berlin', days = 1): string[] {
  const spans = timeOffSpans([one], { zone, fromDate: Temporal.PlainDate.from(day), days });
  const local = (ms: number) =>
    Temporal.Instant.fromEpochMilliseconds(ms)
      .toZonedDateTimeISO(zone)
      .toPlainDateTime()
      .toString({ smallestUnit: 'minute' });
  return spans.map(({ from, to }) => `${local(from)} ${local(to)}`);
}

const night = (day: string) => off({ from_day: day, to_day: day, from_time: '01:30', to_time: '02:30' });

describe('days', () => {
  test('a day ends where the next begins; days before and after have none of it', () => {
    expect(on('2026-12-24', off({}))).toEqual(['2026-12-24T00:00 2026-12-25T00:00']);
    expect(on('2026-12-22', off({}))).toEqual([]);
    expect(on('2026-12-25', off({}))).toEqual([]);
  });
  test('a slot of the evening before may run into it', () => {
    expect(on('2026-12-23', off({}))).toHaveLength(1);
  });
  test('of a range only what touches the days asked for', () => {
    const range = off({ from_day: '2026-12-01', to_day: '2027-02-01' });
    expect(on('2026-12-24', range)).toEqual(['2026-12-24T00:00 2026-12-26T00:00']);
  });
  test('a day on which the clocks change is all of it', () => {
    const [span] = timeOffSpans([off({ from_day: '2026-10-25', to_day: '2026-10-25' })], {
      zone: 'Europe/Berlin',
      fromDate: Temporal.PlainDate.from('2026-10-25'),
      days: 1,
    });
    expect(((span?.to ?? 0) - (span?.from ?? 0)) / 3_600_000).toBe(25);
  });
});

describe('hours', () => {
  test('the same of each day; without an end until midnight', () => {
    const mornings = off({ to_day: '2026-12-26', to_time: '12:00' });
    expect(on('2026-12-24', mornings)).toEqual([
      '2026-12-24T00:00 2026-12-24T12:00',
      '2026-12-25T00:00 2026-12-25T12:00',
    ]);
    expect(on('2026-12-24', off({ from_time: '18:00' }))).toEqual(['2026-12-24T18:00 2026-12-25T00:00']);
  });
  test('in the night of a change they are never less than the hours named', () => {
    // 02:30 comes twice in autumn and not at all in spring.
    expect(on('2026-10-25', night('2026-10-25'))).toEqual(['2026-10-25T01:30 2026-10-25T02:30']);
    expect(on('2026-03-29', night('2026-03-29'))).toEqual(['2026-03-29T01:30 2026-03-29T03:30']);
  });
});

describe('every year', () => {
  const birthday = off({ from_day: '2028-02-29', to_day: '2028-02-29', every_year: true });
  test('29 February is 28 February in years that do not have it', () => {
    expect(on('2028-02-29', birthday)).toEqual(['2028-02-29T00:00 2028-03-01T00:00']);
    expect(on('2029-02-28', birthday)).toEqual(['2029-02-28T00:00 2029-03-01T00:00']);
    expect(on('2032-02-28', birthday)).toEqual(['2032-02-29T00:00 2032-03-01T00:00']);
    expect(on('2032-02-27', birthday)).toEqual([]);
  });
  test('not before its first year', () => {
    expect(on('2027-02-28', birthday)).toEqual([]);
  });
  test('over New Year', () => {
    const turn = off({ from_day: '2026-12-30', to_day: '2027-01-02', every_year: true });
    expect(on('2030-01-01', turn)).toEqual(['2030-01-01T00:00 2030-01-03T00:00']);
    expect(on('2030-01-03', turn)).toEqual([]);
  });
});
