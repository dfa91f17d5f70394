import { expect, test } from 'vitest';
import type { Me } from '#shared/me/contract.ts';
import { shellParts } from './shell-parts.ts';

const person = (role: Me['role'], more: Partial<Me> & { isTrial?: boolean } = {}) => {
  const { isTrial = false, ...rest } = more;
  return { role, sessions_left: 5, credits_bank: 2, subscription: { isTrial }, ...rest } as Me;
};
const partsOf = (me: Me, fullAccess = true) => {
  const { places, ...rest } = shellParts(me, { fullAccess });
  return { ...rest, places: places.map(({ text }) => text) };
};
const BALANCES = { sessions_left: null, credits_bank: null } as const;

test('a client: Explore, sessions, credits of both kinds', () => {
  expect(partsOf(person('client'))).toEqual({
    home: '/explore',
    places: ['Explore', 'My Sessions'],
    credits: 7,
    fullAccess: null,
    profile: true,
  });
  expect(partsOf(person('client', { sessions_left: 0, credits_bank: null })).credits).toBe(0);
});

test.each([
  ['on trial, flag on', person('client', { isTrial: true }), true, true],
  ['on trial, flag off', person('client', { isTrial: true }), false, false],
  ['a member', person('client'), true, false],
  ['a managed client', person('managed', { isTrial: true, ...BALANCES }), true, false],
])("'Get full access' for %s", (_case, me, flag, shown) => {
  expect(partsOf(me, flag).fullAccess !== null).toBe(shown);
});

test.each(['partner', 'managed'] as const)('a %s has no Explore and no credits', (role) => {
  expect(partsOf(person(role, BALANCES))).toEqual({
    home: '/sessions',
    places: ['My Sessions'],
    credits: null,
    fullAccess: null,
    profile: true,
  });
});

test('the operator has neither', () => {
  expect(partsOf(person('operator', BALANCES))).toEqual({
    home: '/',
    places: [],
    credits: null,
    fullAccess: null,
    profile: false,
  });
});
