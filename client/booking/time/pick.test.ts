import { describe, expect, test } from 'vitest';
import type { SelectionContext, ChosenService, ChosenSlot } from '#shared/booking/rules.ts';
import { slotViewOf, findTaken, openingsOf, pick, memoized } from './pick.ts';

const day = '2026-11-24T';
const chooser: SelectionContext = {
  has_limitations: false,
  booking_priority_end: 14_400,
  zone: 'Europe/Lisbon',
  now: Temporal.Instant.from('2026-11-21T12:00:00Z'),
};
const service = (slots: number, unit_minutes = 30): ChosenService => ({
  category: 'instruments',
  unit_minutes,
  slots,
  credits: 1,
  alternative_value: null,
  alternative_value_annual: null,
  exclusive_prices_value: null,
});
const slot = (time: string, more: Partial<ChosenSlot> = {}): ChosenSlot => ({
  id: time,
  starts_at: Temporal.Instant.from(`${day}${time}:00Z`),
  duration: 30,
  service_category: 'instruments',
  status: 'available',
  ...more,
});
const row = (...times: string[]) => times.map((time) => slot(time));
const ids = (slots: readonly ChosenSlot[]) => slots.map(({ id }) => id);

function press(time: string, all: readonly ChosenSlot[], chosen: readonly string[] = [], slots = 1) {
  const one = all.find(({ id }) => id === time);
  if (!one) throw new Error(time);
  const picking = {
    slot: one,
    chosen: all.filter(({ id }) => chosen.includes(id)),
    openings: openingsOf(all, service(slots), chooser),
  };
  return { ...pick(picking), view: slotViewOf(picking) };
}

describe('a press on a slot', () => {
  const all = row('09:00', '09:30', '10:00', '10:30', '14:00', '14:30');

  test('takes it, and neighbours on both sides make it longer', () => {
    expect(ids(press('09:30', all).slots)).toEqual(['09:30']);
    expect(ids(press('10:00', all, ['09:30']).slots)).toEqual(['09:30', '10:00']);
    expect(ids(press('09:00', all, ['09:30']).slots)).toEqual(['09:00', '09:30']);
  });

  test('on one that is not next to the choice starts over, and says so before', () => {
    const { slots, view } = press('14:00', all, ['09:30']);
    expect(ids(slots)).toEqual(['14:00']);
    expect(view.state).toBe('apart');
    expect(view.reason).toContain('not next to the ones you chose');
  });

  test('on a chosen one gives it back, with what it cut off', () => {
    expect(ids(press('09:30', all, ['09:00', '09:30', '10:00']).slots)).toEqual(['09:00']);
    expect(ids(press('09:00', all, ['09:00', '09:30']).slots)).toEqual(['09:30']);
  });

  test('never makes more than 180 minutes', () => {
    const long = row('09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '12:00');
    const { slots, refusal, view } = press('12:00', long, ids(long.slice(0, 6)));
    expect(slots).toHaveLength(6);
    expect(refusal).toBe('A session is at most 180 minutes long.');
    expect(view.state).toBe('closed');
  });

  test('takes the service its whole number of slots in a row, also backwards', () => {
    expect(ids(press('09:00', all, [], 2).slots)).toEqual(['09:00', '09:30']);
    expect(ids(press('10:30', all, [], 2).slots)).toEqual(['10:00', '10:30']);
    expect(ids(press('09:30', all, ['10:00', '10:30'], 2).slots)).toEqual([
      '09:00',
      '09:30',
      '10:00',
      '10:30',
    ]);
    expect(ids(press('10:30', all, ['09:00', '09:30', '10:00', '10:30'], 2).slots)).toEqual([
      '09:00',
      '09:30',
    ]);
  });

  test('is refused in words where the service does not fit', () => {
    const { slots, refusal } = press('14:00', row('14:00', '16:00'), [], 2);
    expect(slots).toEqual([]);
    expect(refusal).toBe('This service takes 2 times in a row, or a multiple of that.');
  });

  test('on a taken, a passed or a restricted one changes nothing and says why', () => {
    const taken = [slot('09:00', { status: 'booked' })];
    expect(press('09:00', taken).refusal).toBe('This time is taken.');
    expect(press('09:00', taken).view.state).toBe('booked');
    const past = [slot('09:00', { starts_at: chooser.now })];
    expect(press('09:00', past).view).toEqual({ state: 'past', reason: 'This time has passed.' });
    const limited = { ...chooser, has_limitations: true, booking_priority_end: 60 };
    const openings = openingsOf(all, service(1), limited);
    const picking = { slot: slot('09:00'), chosen: [], openings };
    expect(pick(picking).refusal).toBe('Members can book this time first.');
    expect(slotViewOf(picking).state).toBe('restricted');
  });

  test('what somebody else takes of a choice goes, in whole units; what is before it stays, else what is after', () => {
    const after = (taken: string, slots = 1) => {
      const all = row('09:00', '09:30', '10:00', '10:30').map((one) =>
        one.id === taken ? { ...one, status: 'prebooked' as const } : one,
      );
      const found = findTaken(all, openingsOf(all, service(slots), chooser));
      return found && [ids(found.taken), ids(found.remaining)];
    };
    expect(after('none')).toBeNull();
    expect(after('10:00')).toEqual([['10:00'], ['09:00', '09:30']]);
    expect(after('09:00')).toEqual([['09:00'], ['09:30', '10:00', '10:30']]);
    expect(after('09:30', 2)).toEqual([['09:30'], ['10:00', '10:30']]);
    expect(after('10:30', 4)).toEqual([['10:30'], []]);
    const mine = [slot('09:00', { status: 'prebooked', mine: true })];
    expect(findTaken(mine, openingsOf(mine, service(1), chooser))).toBeNull();
  });

  test('my own hold looks held and can be chosen again', () => {
    const held = [slot('09:00', { status: 'prebooked', mine: true })];
    expect(press('09:00', held).view.state).toBe('held');
    expect(ids(press('09:00', held).slots)).toEqual(['09:00']);
  });
});

test('a view is worked out once, and only when it is asked for', () => {
  const asked: string[] = [];
  const viewOf = memoized(({ id }) => {
    asked.push(id);
    return { state: 'free', reason: id };
  });
  expect(asked).toEqual([]);
  for (const one of row('09:00', '09:30', '09:00')) expect(viewOf(one).reason).toBe(one.id);
  expect(asked).toEqual(['09:00', '09:30']);
});

/** How often the picker reads a slot's start, on average, to draw so many days. */
function readsEach(days: number, units: number): number {
  let reads = 0;
  const all = Array.from({ length: days * 12 }, (_, n) => {
    const starts_at = chooser.now.add({ hours: 24 * Math.floor(n / 12), minutes: 60 + 30 * (n % 12) });
    return Object.defineProperty(slot('09:00', { id: `slot ${n}` }), 'starts_at', {
      get: () => {
        reads += 1;
        return starts_at;
      },
    });
  });
  const openings = openingsOf(all, service(units), chooser);
  const chosen = all.slice(0, units);
  for (const one of all) slotViewOf({ slot: one, chosen, openings });
  return reads / all.length;
}

test.each([1, 3, 6])(
  'what a slot costs to check does not grow with their number, in units of %i',
  (units) => {
    expect(readsEach(56, units)).toBeLessThanOrEqual(readsEach(14, units));
  },
);
