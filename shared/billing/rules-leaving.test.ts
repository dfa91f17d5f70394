import { describe, expect, test } from 'vitest';
import {
  actionRefusal,
  dueServiceUpdate,
  isRepeat,
  MEMBERSHIP_ACTIONS,
  membershipButtons,
  restartCredits,
  type MembershipFacts,
} from './rules-leaving.ts';
import { USER_STATUSES } from './rules.ts';

const ON = { 'trial-cancellations': true, 'restart-billing-cycle': true } as const;
const OFF = { 'trial-cancellations': false, 'restart-billing-cycle': false } as const;
const MEMBER: MembershipFacts = {
  status: 'subscriber',
  legacy: false,
  provider: 'stripe',
  hasDate: true,
  lastPayment: 'success',
  isChanging: false,
};
const IMPORTED = { ...MEMBER, status: 'wix-user', provider: null, lastPayment: null } as const;

const shown = (facts: MembershipFacts, flags: typeof ON | typeof OFF = ON) =>
  membershipButtons(facts, flags)
    .map(({ action, blocked }) => (blocked === null ? action : `${action} (${blocked})`))
    .join(', ');

describe('the buttons of a membership', () => {
  test.each<[string, Partial<MembershipFacts>, string, string]>([
    ['subscriber', {}, 'restart, cancel', 'cancel'],
    ['subscriber, legacy', { legacy: true }, 'restart, cancel', 'cancel'],
    [
      'subscriber whose payment failed',
      { lastPayment: 'failed' },
      'restart (payment_failed), cancel',
      'cancel',
    ],
    [
      'subscriber with another plan to come',
      { isChanging: true },
      'restart (change_pending), cancel',
      'cancel',
    ],
    ['subscriber by PayPal', { provider: 'paypal' }, 'cancel', 'cancel'],
    ['subscriber whom no provider keeps', { provider: null }, 'cancel', 'cancel'],
    ['the same without a date', { provider: null, hasDate: false }, '', ''],
    ['trial', { status: 'trial' }, 'start, cancel', 'start'],
    ['trial without a card', { status: 'trial', provider: null, hasDate: false }, 'start, cancel', 'start'],
    ['ending', { status: 'pending_cancellation' }, 'resume', 'resume'],
    ['ending, legacy', { status: 'pending_cancellation', legacy: true }, '', ''],
    ['ending, by PayPal', { status: 'pending_cancellation', provider: 'paypal' }, '', ''],
    ['ending, imported', { ...IMPORTED, status: 'pending_cancellation' }, '', ''],
    ['wix-user', IMPORTED, 'cancel', 'cancel'],
    ['wix-user without a date', { ...IMPORTED, hasDate: false }, '', ''],
    ['signup', { status: 'signup', provider: null }, '', ''],
    ['cancelled', { status: 'cancelled', provider: null }, '', ''],
    ['ondemand', { status: 'ondemand', provider: null }, '', ''],
    ['nobody who has a status', { status: null, provider: null }, '', ''],
  ])('%s', (_who, facts, withFlags, without) => {
    expect(shown({ ...MEMBER, ...facts })).toBe(withFlags);
    expect(shown({ ...MEMBER, ...facts }, OFF)).toBe(without);
  });

  test('each status refuses what has no button, with a reason', () => {
    for (const status of USER_STATUSES) {
      const facts = { ...MEMBER, status };
      const buttons = new Set(membershipButtons(facts, ON).map(({ action }) => action));
      for (const action of MEMBERSHIP_ACTIONS)
        expect(actionRefusal(action, facts, ON) === null, `${status}: ${action}`).toBe(buttons.has(action));
    }
  });

  test.each([
    ['cancel', { status: 'pending_cancellation' }, 'already_ending'],
    ['cancel', { status: 'ondemand' }, 'no_membership'],
    ['cancel', { provider: null, hasDate: false }, 'not_here'],
    ['resume', {}, 'not_ending'],
    ['resume', { status: 'pending_cancellation', legacy: true }, 'not_resumable'],
    ['restart', { status: 'trial' }, 'no_membership'],
    ['restart', { provider: 'paypal' }, 'not_here'],
    ['start', {}, 'no_trial'],
  ] as const)('%s with %o: %s', (action, facts, refusal) => {
    expect(actionRefusal(action, { ...MEMBER, ...facts }, ON)).toBe(refusal);
  });

  test('the flags forbid', () => {
    expect(actionRefusal('cancel', { ...MEMBER, status: 'trial' }, OFF)).toBe('trial_stays');
    expect(actionRefusal('restart', MEMBER, OFF)).toBe('restart_off');
  });
});

test.each([
  // unspent, bank, credits, rollover: to the bank, lost
  [5, 0, 5, true, 5, 0],
  [0, 12, 5, true, 0, 0],
  [5, 27, 5, true, 3, 2],
  [4, 30, 5, true, 0, 4],
  [4, 35, 5, true, 0, 4],
  [2, 0, 2, false, 0, 2],
])('%i unspent, %i in the bank, plan of %i (rollover %s): %i kept, %i lost', (...row) => {
  const [unspent, bank, credits, has_rollover, to_bank, lost] = row;
  expect(restartCredits({ credits, has_rollover }, { unspent, bank })).toEqual({ to_bank, lost });
});

test('within ten minutes, either way, is a repeat', () => {
  const at = Temporal.Instant.from('2026-11-21T12:00:00Z');
  expect(isRepeat(at, at.add({ minutes: 9 }))).toBe(true);
  expect(isRepeat(at, at.subtract({ minutes: 9 }))).toBe(true);
  expect(isRepeat(at, at.add({ minutes: 10 }))).toBe(false);
});

test.each([
  ['subscriber', 0, 1, true, 1],
  ['subscriber', 1, 1, true, null],
  ['subscriber', 1, 3, true, 3],
  ['subscriber', 0, 0, true, null],
  ['subscriber', 0, 1, false, null],
  ['trial', 0, 1, true, null],
  ['pending_cancellation', 0, 1, true, null],
  [null, 0, 1, true, null],
] as const)('%s who has seen %i of %i, flag %s: %s', (status, seen, version, isOn, due) => {
  expect(dueServiceUpdate({ status, seen }, { version, isOn })).toBe(due);
});
