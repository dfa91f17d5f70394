import { expect, test } from 'vitest';
import type { Me } from '#shared/me/contract.ts';
import { CONSOLE_VIEW } from './console-places.ts';
import { phonePlaces, shellView } from './shell-parts.ts';

const person = (role: Me['role'], more: Partial<Me> & { isTrial?: boolean } = {}) => {
  const { isTrial = false, ...rest } = more;
  return { role, sessions_left: 5, credits_bank: 2, subscription: { isTrial }, ...rest } as Me;
};
const viewOf = (me: Me, fullAccess = true) => {
  const { navItems, ...rest } = shellView(me, { fullAccess });
  return { ...rest, navItems: navItems.map(({ text }) => text) };
};
const BALANCES = { sessions_left: null, credits_bank: null } as const;

test('a client: Explore, sessions, credits of both kinds', () => {
  expect(viewOf(person('client'))).toEqual({
    home: '/explore',
    navItems: ['Explore', 'My Sessions'],
    credits: 7,
    fullAccess: null,
    profile: true,
  });
  expect(viewOf(person('client', { sessions_left: 0, credits_bank: null })).credits).toBe(0);
});

test.each([
  ['on trial, flag on', person('client', { isTrial: true }), true, true],
  ['on trial, flag off', person('client', { isTrial: true }), false, false],
  ['a member', person('client'), true, false],
  ['a managed client', person('managed', { isTrial: true, ...BALANCES }), true, false],
])("'Get full access' for %s", (_case, me, flag, shown) => {
  expect(viewOf(me, flag).fullAccess !== null).toBe(shown);
});

test.each(['partner', 'managed'] as const)('a %s has no Explore and no credits', (role) => {
  expect(viewOf(person(role, BALANCES))).toEqual({
    home: '/sessions',
    navItems: ['My Sessions'],
    credits: null,
    fullAccess: null,
    profile: true,
  });
});

test('the console has places, and neither credits nor a profile', () => {
  expect({ ...CONSOLE_VIEW, navItems: CONSOLE_VIEW.navItems.map(({ text }) => text) }).toEqual({
    home: '/',
    navItems: ['Today', 'People', 'Musicians', 'Sessions', 'Content', 'System', 'Audit log'],
    credits: null,
    fullAccess: null,
    profile: false,
  });
});

test("a phone's bar has the first four places, the account's menu the others", () => {
  const { navItems } = CONSOLE_VIEW;
  expect(phonePlaces(navItems.slice(0, 4))).toEqual([navItems.slice(0, 4), []]);
  expect(phonePlaces(navItems)).toEqual([navItems.slice(0, 4), navItems.slice(4)]);
});
