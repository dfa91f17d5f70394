import { describe, expect, test } from 'vitest';
import { USER_STATUSES, type UserStatus, entitlementsOf } from '../billing/rules.ts';
import type { Cohort } from '../catalogue/rules.ts';
import { checkSelection, checkSessionLimits, limitModal } from './rules.ts';

// Every membership × service × window × number of upcoming sessions, against what the requirement says in words.

const NOW = Temporal.Instant.from('2026-11-21T12:00:00Z');
const TEN_DAYS = 14_400;
const opening = NOW.add({ minutes: TEN_DAYS });

type Status = { readonly cohort: Cohort; readonly legacyCohort: Cohort; readonly limited: boolean };
const STATUSES: Readonly<Record<UserStatus, Status>> = {
  signup: { cohort: 'public', legacyCohort: 'public', limited: false },
  trial: { cohort: 'legacy', legacyCohort: 'legacy', limited: false },
  subscriber: { cohort: 'member', legacyCohort: 'legacy', limited: false },
  pending_cancellation: { cohort: 'member', legacyCohort: 'legacy', limited: false },
  'wix-user': { cohort: 'legacy', legacyCohort: 'legacy', limited: false },
  ondemand: { cohort: 'ondemand', legacyCohort: 'ondemand', limited: true },
  cancelled: { cohort: 'cancelled', legacyCohort: 'cancelled', limited: true },
};

// A service costs 20 credits by default, 11 before the pivot, 12 before it by the year, 13 exclusively.
const SERVICES = {
  'all prices': { alternative_value: 11, alternative_value_annual: 12, exclusive_prices_value: 13 },
  'no yearly price': { alternative_value: 11, alternative_value_annual: null, exclusive_prices_value: 13 },
  'no exclusive price': { alternative_value: 11, alternative_value_annual: 12, exclusive_prices_value: null },
  'one price': { alternative_value: null, alternative_value_annual: null, exclusive_prices_value: null },
} as const;
type ServiceName = keyof typeof SERVICES;

// By person: exclusive, pre-pivot, annual.
const PRICES: Readonly<Record<string, Readonly<Record<ServiceName, number>>>> = {
  'nothing else': { 'all prices': 20, 'no yearly price': 20, 'no exclusive price': 20, 'one price': 20 },
  annual: { 'all prices': 20, 'no yearly price': 20, 'no exclusive price': 20, 'one price': 20 },
  'pre-pivot': { 'all prices': 11, 'no yearly price': 11, 'no exclusive price': 11, 'one price': 20 },
  'pre-pivot annual': { 'all prices': 12, 'no yearly price': 11, 'no exclusive price': 12, 'one price': 20 },
  exclusive: { 'all prices': 13, 'no yearly price': 13, 'no exclusive price': 20, 'one price': 20 },
  'exclusive annual': { 'all prices': 13, 'no yearly price': 13, 'no exclusive price': 20, 'one price': 20 },
  'exclusive pre-pivot': {
    'all prices': 13,
    'no yearly price': 13,
    'no exclusive price': 11,
    'one price': 20,
  },
  'exclusive pre-pivot annual': {
    'all prices': 13,
    'no yearly price': 13,
    'no exclusive price': 12,
    'one price': 20,
  },
};
const PEOPLE = Object.keys(PRICES).flatMap((kind) =>
  USER_STATUSES.flatMap((status) => [false, true].map((legacy) => ({ status, kind, legacy }))),
);
type Person = (typeof PEOPLE)[number];
const entitled = ({ status, kind, legacy }: Person, concurrency: number | null = null) =>
  entitlementsOf({
    status,
    legacy,
    concurrency,
    is_annual: kind.endsWith('annual'),
    has_exclusive_prices: kind.includes('exclusive'),
    is_pre_pivot: kind.includes('pre-pivot'),
  });

const LIMITS = [
  { upcoming: 29, concurrency: null, limit: null },
  { upcoming: 30, concurrency: null, limit: 'session_limit' },
  { upcoming: 30, concurrency: 60, limit: 'session_limit' },
  { upcoming: 1, concurrency: 2, limit: null },
  { upcoming: 2, concurrency: 2, limit: 'concurrency_limit' },
] as const;

describe.each(USER_STATUSES)('%s', (status) => {
  const people = PEOPLE.filter((person) => person.status === status);
  const expected = STATUSES[status];

  test('prices and the priority window of every service', () => {
    for (const person of people)
      for (const name of Object.keys(SERVICES) as ServiceName[]) {
        const price = status === 'ondemand' ? 20 : PRICES[person.kind]?.[name];
        expect(costs(person, name), `${JSON.stringify(person)} ${name}`).toEqual({
          soon: price,
          atOpening: price,
          beforeOpening: expected.limited ? 'restricted' : price,
        });
      }
  });

  test('its cohort and limitations', () => {
    for (const person of people) {
      const { cohort, has_limitations } = entitled(person);
      expect({ cohort, has_limitations }, `as ${JSON.stringify(person)}`).toEqual({
        cohort: person.legacy ? expected.legacyCohort : expected.cohort,
        has_limitations: expected.limited,
      });
    }
  });

  test('limits of upcoming sessions, and what opens at them', () => {
    for (const person of people)
      for (const { upcoming, concurrency, limit } of LIMITS) {
        // More than 30 sessions at once is nobody's plan, so a larger one does not help.
        const largerHelps = status === 'subscriber' && person.kind.endsWith('annual') && concurrency !== 60;
        const other = limit === 'session_limit' ? 'speed-limit' : 'plan-full';
        const modal = largerHelps ? 'upsell-plans' : other;
        expect(atLimit(person, upcoming, concurrency), `${JSON.stringify(person)} ${upcoming}`).toEqual(
          limit === null ? null : { limit, modal },
        );
      }
  });
});

function costs(person: Person, name: ServiceName) {
  const buyer = entitled(person);
  const choose = (starts_at: Temporal.Instant) => {
    const checked = checkSelection({
      slots: [{ id: 'a', starts_at, duration: 45, service_category: 'vocals', status: 'available' }],
      service: { ...SERVICES[name], credits: 20, category: 'vocals', unit_minutes: 45, slots: 1 },
      buyer,
      has_limitations: buyer.has_limitations,
      booking_priority_end: TEN_DAYS,
      zone: 'UTC',
      now: NOW,
    });
    return checked.ok ? checked.value.cost : checked.reason;
  };
  return {
    soon: choose(NOW.add({ minutes: 1 })),
    atOpening: choose(opening),
    beforeOpening: choose(opening.add({ milliseconds: 1 })),
  };
}

function atLimit(person: Person, upcoming: number, planned: number | null) {
  const { concurrency, isAnnual, status } = entitled(person, planned);
  const checked = checkSessionLimits(upcoming, concurrency);
  if (checked.ok) return null;
  return { limit: checked.reason, modal: limitModal(checked.reason, { status, isAnnual, concurrency }) };
}
