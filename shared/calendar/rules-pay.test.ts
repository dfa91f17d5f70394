import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  closesAt,
  countsFor,
  hoursInWords,
  invoiceYears,
  isInvoiceMonth,
  lastClosingMonth,
  monthFigures,
  monthSpan,
  monthState,
  rateOn,
  slotsSoFar,
  FIGURES,
  type PaidSlot,
  type Rate,
} from './rules-pay.ts';

const at = (iso: string) => Temporal.Instant.from(iso);
const LISBON = 'Europe/Lisbon';
const slot = (
  slot_type: PaidSlot['slot_type'],
  state: 'booked' | 'free' | 'off' | 'booked, off' = 'free',
  minutes = 30,
  starts_at = at('2026-10-10T10:00:00Z'),
): PaidSlot => ({
  slot_type,
  hidden: state.endsWith('off'),
  booked: state.startsWith('booked'),
  minutes,
  starts_at,
});
const rate = (valid_from: string, fixed_cents: number, flexible_cents: number): Rate => ({
  valid_from,
  fixed_cents,
  flexible_cents,
});
const RATES = [rate('2026-01-01', 3200, 4500)];

describe('what counts for which figure', () => {
  test.each([
    ['fixed', 'free', ['fixed', 'payment']],
    ['fixed', 'booked', ['fixed', 'payment']],
    ['fixed', 'off', ['fixed', 'holidays']],
    ['fixed', 'booked, off', ['fixed', 'payment']],
    ['flexible', 'free', ['flexible_offered']],
    ['flexible', 'booked', ['flexible_booked', 'flexible_offered', 'payment']],
    ['flexible', 'off', []],
    ['flexible', 'booked, off', ['flexible_booked', 'flexible_offered', 'payment']],
  ] as const)('a %s slot that is %s', (kind, state, figures) => {
    expect(FIGURES.filter((figure) => countsFor(figure, slot(kind, state)))).toEqual(
      FIGURES.filter((figure) => (figures as readonly string[]).includes(figure)),
    );
  });
});

describe('payment', () => {
  test('is (fixed - holidays) by the fixed rate, and booked flexible hours by the other', () => {
    const slots = [
      slot('fixed'),
      slot('fixed', 'booked', 45),
      slot('fixed', 'off'),
      slot('flexible', 'booked'),
      slot('flexible', 'free', 60),
    ];
    expect(monthFigures(slots, RATES, LISBON)).toEqual({
      minutes: { fixed: 105, holidays: 30, flexible_booked: 30, flexible_offered: 90 },
      payment_cents: 4000 + 2250,
      no_rate_on: null,
      rows: [
        { kind: 'fixed', rate_cents: 3200, minutes: 75, cents: 4000 },
        { kind: 'flexible', rate_cents: 4500, minutes: 30, cents: 2250 },
      ],
    });
  });
  test('is rounded half up once, and its rows add up to it', () => {
    const odd = [rate('2026-01-01', 1001, 1003)];
    const slots = [slot('fixed', 'free', 30), slot('flexible', 'booked', 30)];
    expect(monthFigures(slots.slice(0, 1), odd, LISBON).payment_cents).toBe(501);
    const both = monthFigures(slots, odd, LISBON);
    expect(both.payment_cents).toBe(1002);
    expect(both.rows.map(({ cents }) => cents)).toEqual([501, 501]);
  });
  test('takes the rate of the local day of each slot', () => {
    const rates = [...RATES, rate('2026-10-11', 6000, 9000)];
    const late = at('2026-10-10T22:30:00Z');
    const next = at('2026-10-10T23:00:00Z');
    const slots = [slot('fixed', 'free', 60, late), slot('fixed', 'free', 60, next)];
    expect(monthFigures(slots, rates, LISBON).payment_cents).toBe(9200);
    expect(rateOn(rates.toReversed(), '2026-10-10')?.fixed_cents).toBe(3200);
    expect(rateOn(rates, '2025-12-31')).toBeUndefined();
  });
  test('is unknown while a day with paid hours has no rate; days without pay need none', () => {
    const rates = [rate('2026-10-11', 3200, 4500)];
    expect(monthFigures([slot('fixed')], rates, LISBON)).toMatchObject({
      payment_cents: null,
      no_rate_on: '2026-10-10',
      minutes: { fixed: 30 },
    });
    const unpaid = [slot('fixed', 'off'), slot('flexible')];
    expect(monthFigures(unpaid, [], LISBON)).toMatchObject({ payment_cents: 0, no_rate_on: null });
  });
  test('equals an independent count for any slots and rates, across both changes of the clocks', () => {
    const zones = ['America/New_York', LISBON, 'Australia/Adelaide', 'Australia/Lord_Howe'];
    const slots = fc.array(
      fc.record({
        slot_type: fc.constantFrom('fixed' as const, 'flexible' as const),
        hidden: fc.boolean(),
        booked: fc.boolean(),
        minutes: fc.constantFrom(20, 30, 45, 50, 60),
        starts_at: fc
          .integer({ min: 0, max: 366 * 48 })
          .map((halves) => at('2026-01-01T00:00:00Z').add({ minutes: halves * 30 })),
      }),
    );
    const rates = fc.array(
      fc.record({
        valid_from: fc
          .integer({ min: 0, max: 364 })
          .map((days) => Temporal.PlainDate.from('2026-01-01').add({ days }).toString()),
        fixed_cents: fc.nat(20_000),
        flexible_cents: fc.nat(20_000),
      }),
    );
    fc.assert(
      fc.property(slots, rates, fc.constantFrom(...zones), (all, later, zone) => {
        const known = [rate('2025-12-01', 3333, 4444), ...later].filter(
          (one, nr, list) => list.findIndex(({ valid_from }) => valid_from === one.valid_from) === nr,
        );
        let sixtieths = 0n;
        for (const one of all) {
          const day = one.starts_at.toZonedDateTimeISO(zone).toPlainDate().toString();
          const [valid] = known
            .filter((r) => r.valid_from <= day)
            .sort((a, b) => (a.valid_from < b.valid_from ? 1 : -1));
          const isPaid = one.slot_type === 'fixed' ? !(one.hidden && !one.booked) : one.booked;
          const cents = one.slot_type === 'fixed' ? valid?.fixed_cents : valid?.flexible_cents;
          if (isPaid) sixtieths += BigInt(one.minutes) * BigInt(cents ?? 0);
        }
        const { payment_cents, rows, minutes } = monthFigures(all, known, zone);
        expect(payment_cents).toBe(Number((sixtieths * 2n + 60n) / 120n));
        expect(rows.reduce((sum, { cents }) => sum + cents, 0)).toBe(payment_cents);
        expect(minutes.holidays).toBeLessThanOrEqual(minutes.fixed);
        expect(minutes.flexible_booked).toBeLessThanOrEqual(minutes.flexible_offered);
      }),
    );
  });
});

describe('months', () => {
  test.each([
    [LISBON, 10, '2026-09-30T23:00:00Z', '2026-11-01T00:00:00Z', '2026-11-05T00:00:00Z'],
    ['America/New_York', 11, '2026-11-01T04:00:00Z', '2026-12-01T05:00:00Z', '2026-12-05T05:00:00Z'],
    ['Asia/Kolkata', 12, '2026-11-30T18:30:00Z', '2026-12-31T18:30:00Z', '2027-01-04T18:30:00Z'],
  ])(
    "in %s month %i is the zone's, and closes on the 5th of the next",
    (zone, month, from, until, closes) => {
      const which = { year: 2026, month };
      const span = monthSpan(which, zone);
      expect([span.from, span.until, closesAt(which, zone)].map(String)).toEqual([from, until, closes]);
      const before = at(closes).subtract({ seconds: 1 });
      expect(lastClosingMonth(at(closes), zone)).toEqual(which);
      expect(lastClosingMonth(before, zone)).not.toEqual(which);
      expect(monthState(span, false, at(from).subtract({ seconds: 1 }))).toBe('planned');
      expect(monthState(span, false, at(from))).toBe('running');
      expect(monthState(span, false, at(until))).toBe('over');
      expect(monthState(span, true, at(until))).toBe('closed');
    },
  );
  test('the selector goes from this year back to 2020', () => {
    const now = at('2026-12-31T23:30:00Z');
    expect(invoiceYears(now, LISBON)).toEqual([2026, 2025, 2024, 2023, 2022, 2021, 2020]);
    expect(invoiceYears(now, 'Asia/Kolkata')[0]).toBe(2027);
    const year = (of: number, zone = LISBON) => isInvoiceMonth({ year: of, month: 1 }, now, zone);
    expect([year(2019), year(2020), year(2026), year(2027), year(2027, 'Asia/Kolkata')]).toEqual([
      false,
      true,
      true,
      false,
      true,
    ]);
  });
  test('so far is what has ended', () => {
    const slots = [slot('fixed'), slot('fixed', 'free', 31)];
    expect(slotsSoFar(slots, at('2026-10-10T10:30:00Z'))).toEqual([slots[0]]);
  });
});

test.each([
  [0, '0 h'],
  [45, '45 min'],
  [60, '1 h'],
  [750, '12 h 30 min'],
])('%i minutes read %s', (minutes, text) => {
  expect(hoursInWords(minutes)).toBe(text);
});
