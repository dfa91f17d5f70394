import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daySpan, lastBookableDay } from '../lib/time.ts';
import {
  type ChosenService,
  type ChosenSlot,
  type SelectionContext,
  slotContext,
  unavailableReason,
} from './rules.ts';
import { type Unit, unitsOf } from './rules-units.ts';

const NOW = Temporal.Instant.from('2026-11-21T12:00:00Z');
const HOUR = 60;
const service: ChosenService = {
  category: 'instruments',
  unit_minutes: 30,
  slots: 3,
  credits: 1,
  alternative_value: null,
  alternative_value_annual: null,
  exclusive_prices_value: null,
};
const slot = (minutes: number, more: Partial<ChosenSlot> = {}): ChosenSlot => ({
  id: `slot ${minutes}`,
  starts_at: NOW.add({ minutes }),
  duration: 30,
  service_category: 'instruments',
  status: 'available',
  ...more,
});
const ids = (units: readonly Unit[] | undefined) => units?.map((unit) => unit.map(({ id }) => id));

describe('the units of a service of three slots', () => {
  const free = [slot(60), slot(0), slot(90), slot(120), slot(300)];
  const units = unitsOf(free, 3);

  test('go from each slot to the next that may follow, the one that starts with it first', () => {
    const [early, late] = [
      ['slot 0', 'slot 60', 'slot 90'],
      ['slot 60', 'slot 90', 'slot 120'],
    ];
    expect(ids(units.get('slot 0'))).toEqual([early]);
    expect(ids(units.get('slot 60'))).toEqual([late, early]);
    expect(ids(units.get('slot 120'))).toEqual([late]);
  });
  test('are none where three are not all there', () => {
    expect(units.get('slot 300')).toEqual([]);
  });
});

/** The rules again, literally: with instants, and all slots for each slot. */
const compare = (a: Temporal.Instant, b: Temporal.Instant) => Temporal.Instant.compare(a, b);
const mayFollow = (next: ChosenSlot, previous: ChosenSlot) =>
  compare(next.starts_at, previous.starts_at.add({ minutes: previous.duration })) >= 0 &&
  compare(next.starts_at, previous.starts_at.add({ minutes: 80 })) <= 0;

function isFree(
  one: ChosenSlot,
  { now, zone, has_limitations, booking_priority_end }: SelectionContext,
): boolean {
  const { to } = daySpan(lastBookableDay(now, zone), zone);
  const open = one.starts_at.subtract({ minutes: booking_priority_end });
  return (
    compare(one.starts_at, now) > 0 &&
    compare(one.starts_at, to) < 0 &&
    one.service_category === service.category &&
    one.duration === service.unit_minutes &&
    (one.status === 'available' || one.mine === true) &&
    (!has_limitations || compare(now, open) >= 0)
  );
}

function unitFrom(first: ChosenSlot, free: readonly ChosenSlot[], count: number): Unit | null {
  const unit = [first];
  for (const next of free) {
    const last = unit.at(-1);
    if (unit.length < count && last && mayFollow(next, last)) unit.push(next);
  }
  return unit.length === count ? unit : null;
}

/** Every unit with this slot, those that start latest first. */
function unitsWith(one: ChosenSlot, free: readonly ChosenSlot[], count: number): Unit[] {
  return free
    .toReversed()
    .map((first) => unitFrom(first, free, count))
    .filter((unit) => unit !== null)
    .filter((unit) => unit.includes(one));
}

test('on any calendar they are those that the rules name when every slot is looked at for each', () => {
  const minute = fc.oneof(
    fc.integer({ min: -2, max: 40 }).map((n) => n * 15),
    fc.integer({ min: 1430 * HOUR, max: 1480 * HOUR }),
    fc.integer({ min: -60, max: 900 }),
  );
  const any = fc.record({
    minute,
    duration: fc.constantFrom(30, 30, 30, 45),
    service_category: fc.constantFrom('instruments', 'instruments', 'instruments', 'vocals'),
    status: fc.constantFrom(
      'available' as const,
      'available' as const,
      'prebooked' as const,
      'booked' as const,
    ),
    mine: fc.boolean(),
  });
  const calendar = fc.uniqueArray(any, { maxLength: 40, selector: (one) => one.minute });
  const anyone = fc.record({
    has_limitations: fc.boolean(),
    booking_priority_end: fc.constantFrom(0, 300, 14_400),
    zone: fc.constantFrom('Europe/Lisbon', 'Asia/Tokyo', 'America/St_Johns'),
    now: fc.integer({ min: -600, max: 600 }).map((minutes) => NOW.add({ minutes })),
  });
  fc.assert(
    fc.property(calendar, anyone, fc.integer({ min: 1, max: 6 }), (drawn, chooser, count) => {
      const all = drawn.map(({ minute: at, ...more }) => slot(at, more));
      const reach = slotContext(chooser);
      const free = all.filter((one) => unavailableReason(one, service, reach) === null);
      expect(free).toEqual(all.filter((one) => isFree(one, chooser)));
      const units = unitsOf(free, count);
      const sorted = free.toSorted((a, b) => compare(a.starts_at, b.starts_at));
      for (const one of all) {
        const expected = free.includes(one) ? unitsWith(one, sorted, count) : undefined;
        expect(ids(units.get(one.id))).toEqual(ids(expected));
      }
    }),
  );
});
