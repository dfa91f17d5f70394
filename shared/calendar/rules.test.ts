import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Hours, extendWindow, isRestricted, opensAt, slotsFor, type WeeklyHour } from './rules.ts';

const day = (iso: string) => Temporal.PlainDate.from(iso);
const at = (iso: string) => Temporal.Instant.from(iso);
const daily = (...times: string[]) =>
  times.flatMap((from) =>
    [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, unit_minutes: 30, category: 'instruments' })),
  );
const inForce = (hour: WeeklyHour) => ({ ...hour, valid_from: '2000-01-01', valid_until: null });
const off = (day: string) => ({
  from_day: day,
  to_day: day,
  from_time: null,
  to_time: null,
  every_year: false,
});
const hours = (
  zone: string,
  {
    weeklyHours = [],
    ...more
  }: Partial<Omit<Hours, 'weeklyHours'>> & { weeklyHours?: readonly WeeklyHour[] } = {},
): Hours => ({ timeOff: [], busy: [], offers: [], zone, ...more, weeklyHours: weeklyHours.map(inForce) });
const starts = (zone: string, date: string, ...times: string[]) =>
  slotsFor({ ...hours(zone, { weeklyHours: daily(...times) }), fromDate: day(date), days: 1 }).map((slot) =>
    slot.starts_at.toString(),
  );

describe('hours are local, slots are instants, across both changes of a year', () => {
  test.each([
    // the day before, the day of the change, the day after: 18:00 local
    ['America/New_York', '2026-03-07', '2026-03-07T23:00:00Z'],
    ['America/New_York', '2026-03-08', '2026-03-08T22:00:00Z'],
    ['America/New_York', '2026-10-31', '2026-10-31T22:00:00Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T23:00:00Z'],
    ['Europe/Lisbon', '2026-03-28', '2026-03-28T18:00:00Z'],
    ['Europe/Lisbon', '2026-03-29', '2026-03-29T17:00:00Z'],
    ['Europe/Lisbon', '2026-10-24', '2026-10-24T17:00:00Z'],
    ['Europe/Lisbon', '2026-10-25', '2026-10-25T18:00:00Z'],
    ['Australia/Adelaide', '2026-04-04', '2026-04-04T07:30:00Z'],
    ['Australia/Adelaide', '2026-04-05', '2026-04-05T08:30:00Z'],
    ['Australia/Adelaide', '2026-10-03', '2026-10-03T08:30:00Z'],
    ['Australia/Adelaide', '2026-10-04', '2026-10-04T07:30:00Z'],
    ['Australia/Lord_Howe', '2026-04-04', '2026-04-04T07:00:00Z'],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-05T07:30:00Z'],
    ['Australia/Lord_Howe', '2026-10-03', '2026-10-03T07:30:00Z'],
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-04T07:00:00Z'],
  ])('18:00 in %s on %s is %s', (zone, date, instant) => {
    expect(starts(zone, date, '18:00')).toEqual([instant]);
  });

  test.each([
    ['America/New_York', '2026-03-08', '02:30'],
    ['Europe/Lisbon', '2026-03-29', '01:30'],
    ['Australia/Adelaide', '2026-10-04', '02:00'],
    ['Australia/Lord_Howe', '2026-10-04', '02:15'],
  ])('in %s on %s %s does not exist and yields no slot', (zone, date, time) => {
    expect(starts(zone, date, time)).toEqual([]);
  });

  test.each([
    ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00Z'],
    ['Europe/Lisbon', '2026-10-25', '01:30', '2026-10-25T00:30:00Z'],
    ['Australia/Adelaide', '2026-04-05', '02:30', '2026-04-04T16:00:00Z'],
    ['Australia/Lord_Howe', '2026-04-05', '01:45', '2026-04-04T14:45:00Z'],
  ])('in %s on %s %s occurs twice and yields one slot, the first', (zone, date, time, instant) => {
    expect(starts(zone, date, time)).toEqual([instant]);
  });

  test('the hours around a skipped one stand next to each other', () => {
    expect(starts('America/New_York', '2026-03-08', '01:30', '02:00', '02:30', '03:00')).toEqual([
      '2026-03-08T06:30:00Z',
      '2026-03-08T07:00:00Z',
    ]);
    expect(starts('Australia/Lord_Howe', '2026-10-04', '01:30', '02:00', '02:30')).toEqual([
      '2026-10-03T15:00:00Z',
      '2026-10-03T15:30:00Z',
    ]);
  });
});

const offer = (iso: string) => ({ starts_at: at(iso), unit_minutes: 30, category: 'instruments' });

describe('slots', () => {
  test('an offer beside a weekly hour at the same time comes once, as the fixed one', () => {
    const slots = slotsFor({
      ...hours('Europe/Lisbon', {
        weeklyHours: daily('10:00', '10:00'),
        offers: [offer('2026-07-01T09:00:00Z'), offer('2026-07-01T12:00:00Z'), offer('2026-07-02T09:00:00Z')],
      }),
      fromDate: day('2026-07-01'),
      days: 1,
    });
    expect(slots.map((slot) => [slot.starts_at.toString(), slot.slot_type])).toEqual([
      ['2026-07-01T09:00:00Z', 'fixed'],
      ['2026-07-01T12:00:00Z', 'flexible'],
    ]);
  });

  test('a day off hides the slots of its local day, fixed and flexible', () => {
    const slots = slotsFor({
      ...hours('Australia/Adelaide', {
        weeklyHours: daily('06:00'),
        timeOff: [off('2026-07-02')],
        offers: [{ starts_at: at('2026-07-01T23:00:00Z'), unit_minutes: 45, category: 'vocals' }],
      }),
      fromDate: day('2026-07-01'),
      days: 3,
    });
    expect(slots.map((slot) => [slot.starts_at.toString(), slot.hidden])).toEqual([
      ['2026-06-30T20:30:00Z', false],
      ['2026-07-01T20:30:00Z', true],
      ['2026-07-01T23:00:00Z', true],
      ['2026-07-02T20:30:00Z', false],
    ]);
  });

  test('every slot reads the weekly hour on the musician’s clock; none comes twice; they are in order', () => {
    const zones = ['America/New_York', 'Europe/Lisbon', 'Australia/Adelaide', 'Australia/Lord_Howe'];
    const hour = fc.record({
      weekday: fc.integer({ min: 1, max: 7 }),
      from: fc
        .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '15', '30', '45'))
        .map(([h, m]) => `${String(h).padStart(2, '0')}:${m}`),
      unit_minutes: fc.constantFrom(30, 45),
      category: fc.constantFrom('instruments', 'vocals'),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 400 }),
        fc.array(hour, { maxLength: 12 }),
        (zone, n, weeklyHours) => {
          const fromDate = day('2026-01-01').add({ days: n });
          const slots = slotsFor({ ...hours(zone, { weeklyHours }), fromDate, days: 63 });
          const keys = slots.map((slot) => [slot.starts_at, slot.ends_at, slot.category].join(' '));
          expect(new Set(keys).size).toBe(keys.length);
          const given = new Set(
            weeklyHours.map((h) => `${h.weekday} ${h.from}:00 ${h.unit_minutes} ${h.category}`),
          );
          for (const slot of slots) {
            const local = slot.starts_at.toZonedDateTimeISO(zone);
            const minutes = slot.starts_at.until(slot.ends_at).total('minutes');
            const clock = local.toPlainTime().toString();
            expect(given).toContain(`${local.dayOfWeek} ${clock} ${minutes} ${slot.category}`);
          }
          const times = slots.map((slot) => slot.starts_at.epochMilliseconds);
          expect(times).toEqual(times.toSorted((a, b) => a - b));
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('slots reach 9 weeks ahead', () => {
  test.each([
    [null, '2026-11-21', 63],
    ['2027-01-22', '2027-01-22', 1],
    ['2027-01-23', '2027-01-23', 0],
    ['2026-10-01', '2026-11-21', 63],
    ['2028-01-01', '2028-01-01', 0],
  ])('filled until %s: from %s, %i days', (until, from, days) => {
    const { fromDate, ...window } = extendWindow(until === null ? null : day(until), day('2026-11-21'));
    expect(fromDate.toString()).toBe(from);
    expect(window.days).toBe(days);
  });
});

describe('members first', () => {
  const start = at('2026-12-01T12:00:00Z');
  const limited = { has_limitations: true, booking_priority_end: 14_400 };
  test('a slot opens to everyone booking_priority_end minutes before its start', () => {
    const open = opensAt(start, 14_400);
    expect(open.toString()).toBe('2026-11-21T12:00:00Z');
    expect(isRestricted(start, limited, open.subtract({ nanoseconds: 1 }))).toBe(true);
    expect(isRestricted(start, limited, open)).toBe(false);
  });
  test('people without limitations are never restricted', () => {
    expect(isRestricted(start, { ...limited, has_limitations: false }, at('2026-01-01T00:00:00Z'))).toBe(
      false,
    );
  });
});
