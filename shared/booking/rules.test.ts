import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Buyer } from '../catalogue/rules.ts';
import {
  type ChosenService,
  type ChosenSlot,
  type SelectionInput,
  areConsecutive,
  cost,
  creditsWarning,
  extendedUntil,
  holdState,
  holdUntil,
  checkSessionLimits,
  limitModal,
  checkSelection,
  slotContext,
  unavailableReason,
} from './rules.ts';

const at = (iso: string) => Temporal.Instant.from(iso);
const NOW = at('2026-11-21T12:00:00Z');
const FIRST = at('2026-11-25T10:00:00Z');

const service = (more: Partial<ChosenService> = {}): ChosenService => ({
  category: 'instruments',
  unit_minutes: 30,
  slots: 1,
  credits: 1,
  alternative_value: null,
  alternative_value_annual: null,
  exclusive_prices_value: null,
  ...more,
});
const slot = (minutes: number, more: Partial<ChosenSlot> = {}): ChosenSlot => ({
  id: `slot ${minutes}`,
  starts_at: FIRST.add({ minutes }),
  duration: 30,
  service_category: 'instruments',
  status: 'available',
  ...more,
});
const slotAt = (iso: string) => slot(0, { id: iso, starts_at: at(iso) });
const buyer: Buyer = {
  cohort: 'member',
  cohorts: { hasExclusivePrices: false, isPrePivot: false },
  isAnnual: false,
};
const chooser = { has_limitations: false, booking_priority_end: 14_400, zone: 'Europe/Lisbon', now: NOW };
const choice = (slots: readonly ChosenSlot[], more: Partial<SelectionInput> = {}): SelectionInput => ({
  ...chooser,
  slots,
  service: service(),
  buyer,
  credits: 10,
  ...more,
});
const reasons = (input: SelectionInput) => checkSelection(input).problems?.map(({ reason }) => reason) ?? [];
const every = (step: number, count: number) => Array.from({ length: count }, (_, n) => slot(n * step));

describe('slots are consecutive', () => {
  test.each([
    [30, true],
    [80, true],
    [81, false],
    [29, false],
    [0, false],
  ])('the next start %i minutes after the last one: %s', (minutes, consecutive) => {
    const pair = [slot(0), slot(minutes, { id: 'next' })];
    expect(areConsecutive(pair)).toBe(consecutive);
    expect(areConsecutive(pair.toReversed())).toBe(consecutive);
  });

  test('as instants: 01:30 and 03:00 stand next to each other where the clocks skip an hour', () => {
    const pair = [slotAt('2027-03-14T01:30-05:00'), slotAt('2027-03-14T03:00-04:00')];
    expect(areConsecutive(pair)).toBe(true);
  });
  test('as instants: where the clocks go back half an hour, 01:00 is 80 minutes before the second 01:50', () => {
    expect(areConsecutive([slotAt('2027-04-04T01:00+11:00'), slotAt('2027-04-04T01:50+10:30')])).toBe(true);
    expect(areConsecutive([slotAt('2027-04-04T01:00+11:00'), slotAt('2027-04-04T02:00+10:30')])).toBe(false);
  });
});

describe('a choice of slots', () => {
  test('that fits has its span, length and price, in whatever order it was clicked', () => {
    const answer = checkSelection(choice([slot(60), slot(0), slot(30)]));
    expect(answer).toMatchObject({ ok: true, value: { duration: 90, cost: 3 } });
    const value = answer.ok ? answer.value : null;
    expect(value?.starts_at.equals(FIRST)).toBe(true);
    expect(value?.ends_at.equals(FIRST.add({ minutes: 90 }))).toBe(true);
  });

  test.each([
    ['nothing', choice([]), ['empty']],
    ['180 minutes', choice(every(30, 6)), []],
    ['210 minutes', choice(every(30, 7)), ['too_long']],
    ['a gap', choice([slot(0), slot(90)]), ['not_consecutive']],
    ['the same slot twice', choice([slot(0), slot(0)]), ['duplicate']],
    ['a taken slot', choice([slot(0, { status: 'booked' })]), ['booked']],
    ['a slot that someone else holds', choice([slot(0, { status: 'prebooked' })]), ['booked']],
    ['a slot that I hold', choice([slot(0, { status: 'prebooked', mine: true })]), []],
    ['a slot of another kind', choice([slot(0, { service_category: 'vocals' })]), ['other_service']],
    ['a slot of another length', choice([slot(0, { duration: 45 })]), ['other_service']],
    ['a slot that starts now', choice([slot(0, { starts_at: NOW })]), ['past']],
    ['two slots for a service of two', choice(every(30, 2), { service: service({ slots: 2 }) }), []],
    [
      'three slots for a service of two',
      choice(every(30, 3), { service: service({ slots: 2 }) }),
      ['wrong_count'],
    ],
    ['too few credits', choice(every(30, 2), { credits: 1 }), ['not_enough_credits']],
  ])('%s', (_, input, expected) => {
    expect(reasons(input)).toEqual(expected);
  });

  test('is checked without credits where a hold is made without them', () => {
    const slots = every(30, 2);
    expect(reasons({ ...chooser, slots, service: service(), buyer })).toEqual([]);
  });

  test('names every reason at once, the first one on top, with its text', () => {
    const answer = checkSelection(choice([...every(30, 6), slot(400, { status: 'booked' })], { credits: 0 }));
    expect(answer).toMatchObject({ ok: false, reason: 'booked', detail: 'This time is taken.' });
    expect(answer.problems?.map(({ reason }) => reason)).toEqual([
      'booked',
      'not_consecutive',
      'too_long',
      'not_enough_credits',
    ]);
  });

  test('up to the end of the same day two months on in the person’s zone', () => {
    const last = at('2027-01-21T23:59:00Z');
    expect(reasons(choice([slot(0, { starts_at: last })]))).toEqual([]);
    expect(reasons(choice([slot(0, { starts_at: last.add({ minutes: 1 }) })]))).toEqual(['too_far']);
    const tokyo = { zone: 'Asia/Tokyo' };
    expect(reasons(choice([slot(0, { starts_at: last }), slot(30)], tokyo))).toContain('too_far');
    expect(reasons(choice([slot(0, { starts_at: at('2027-01-21T14:59:00Z') })], tokyo))).toEqual([]);
  });

  test('inside the priority window only without limitations', () => {
    const far = slot(0, { starts_at: NOW.add({ minutes: 14_401 }) });
    expect(reasons(choice([far]))).toEqual([]);
    expect(reasons(choice([far], { has_limitations: true }))).toEqual(['restricted']);
    const open = slot(0, { starts_at: NOW.add({ minutes: 14_400 }) });
    expect(reasons(choice([open], { has_limitations: true }))).toEqual([]);
  });

  test('that is accepted obeys every rule, whatever was asked', () => {
    const slots = fc.uniqueArray(fc.integer({ min: -20_000, max: 100_000 }), { maxLength: 8 });
    const close = fc.uniqueArray(
      fc.integer({ min: 0, max: 12 }).map((n) => n * 15),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(
        fc.oneof(slots, close),
        fc.integer({ min: 1, max: 3 }),
        fc.nat(8),
        (minutes, unit, credits) => {
          const chosen = minutes.map((minute) => slot(minute));
          const answer = checkSelection(
            choice(chosen, { credits, service: service({ slots: unit, credits: 2 }) }),
          );
          fc.pre(answer.ok);
          const { value } = answer;
          expect(value.duration).toBeLessThanOrEqual(180);
          expect(value.slots.length % unit).toBe(0);
          expect(value.cost).toBe((value.slots.length / unit) * 2);
          expect(value.cost).toBeLessThanOrEqual(credits);
          expect(Temporal.Instant.compare(value.starts_at, NOW)).toBe(1);
          expect(value.starts_at.until(value.ends_at).total('minutes')).toBeGreaterThanOrEqual(
            value.duration,
          );
        },
      ),
    );
  });
});

describe('the cost', () => {
  test('is that multiple of the service’s credits', () => {
    expect(cost(service({ slots: 6, credits: 3 }), 6, buyer)).toBe(3);
    expect(cost(service({ slots: 2, credits: 4 }), 4, buyer)).toBe(8);
    expect(cost(service(), 3, buyer)).toBe(3);
  });
  test('follows the price of the cohort', () => {
    const exclusive = { ...buyer, cohorts: { hasExclusivePrices: true, isPrePivot: false } };
    expect(cost(service({ credits: 2, exclusive_prices_value: 1 }), 3, exclusive)).toBe(3);
  });
  test.each([
    [3, 3, null],
    [2, 3, 'You need 1 more credit(s) to book this session.'],
    [1, 4, 'You need 3 more credit(s) to book this session.'],
    [0, 2, 'You need more credits to book this session.'],
    [0, 0, null],
  ])('with %i credits for %i the picker warns: %s', (balance, price, warning) => {
    expect(creditsWarning(balance, price)).toBe(warning);
  });
});

test.each([
  ['past', slot(0, { starts_at: NOW })],
  ['too_far', slot(0, { starts_at: at('2027-01-22T00:00:00Z') })],
  ['other_service', slot(0, { duration: 45 })],
  ['booked', slot(0, { status: 'prebooked' })],
  ['restricted', slot(0, { starts_at: NOW.add({ minutes: 14_401 }) })],
  [null, slot(0)],
])('one reach checks any number of slots: %s', (expected, one) => {
  const reach = slotContext({ ...chooser, has_limitations: true });
  expect(unavailableReason(one, service(), reach)).toBe(expected);
});

describe('a hold', () => {
  test('lasts 15 minutes and is over at the instant it expires', () => {
    const hold = { held_until: holdUntil(NOW), hold_extended: false };
    expect(hold.held_until.toString()).toBe('2026-11-21T12:15:00Z');
    expect(holdState(hold, NOW)).toEqual({ live: true, milliseconds: 900_000, extendable: true });
    expect(holdState(hold, hold.held_until.subtract({ nanoseconds: 1 })).live).toBe(true);
    expect(holdState(hold, hold.held_until)).toEqual({ live: false, milliseconds: 0, extendable: false });
  });
  test('is extended once, by 10 minutes', () => {
    expect(extendedUntil(holdUntil(NOW)).toString()).toBe('2026-11-21T12:25:00Z');
    expect(holdState({ held_until: holdUntil(NOW), hold_extended: true }, NOW).extendable).toBe(false);
  });
});

test('30 upcoming sessions are the limit, and the plan’s concurrency', () => {
  expect(checkSessionLimits(29, 30)).toEqual({ ok: true, value: true });
  expect(checkSessionLimits(30, 30)).toMatchObject({ reason: 'session_limit' });
  expect(checkSessionLimits(4, 5)).toEqual({ ok: true, value: true });
  expect(checkSessionLimits(5, 5)).toMatchObject({ reason: 'concurrency_limit' });
});

test.each([
  ['session_limit', 'subscriber', true, 30, 'upsell-plans'],
  ['session_limit', 'subscriber', true, 31, 'speed-limit'],
  ['concurrency_limit', 'subscriber', true, 5, 'upsell-plans'],
  ['session_limit', 'subscriber', false, 30, 'speed-limit'],
  ['concurrency_limit', 'subscriber', false, 5, 'plan-full'],
  ['session_limit', 'pending_cancellation', true, 30, 'speed-limit'],
  ['concurrency_limit', 'pending_cancellation', true, 5, 'plan-full'],
  ['session_limit', 'ondemand', false, 30, 'speed-limit'],
] as const)(
  'at the %s a %s (annual: %s, %i sessions at a time) is shown %s',
  (reason, status, isAnnual, concurrency, modal) => {
    expect(limitModal(reason, { status, isAnnual, concurrency })).toBe(modal);
  },
);
