import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  deadlineAnywhere,
  deadlineInWords,
  invitationEnds,
  inviteProblem,
  isOpen,
  isOwnAddress,
  isRewardDue,
  mayInvite,
  mayRemind,
  nextReferralStatus,
  REFERRAL_TRANSITIONS,
  rewardedIfPaidUntil,
  rewardFrom,
  type ReferralEvent,
} from './rules.ts';
import { REFERRAL_STATUSES, type ReferralStatus } from './rules-status.ts';
import { REFERRAL_LABELS } from './texts.ts';

const NOW = Temporal.Instant.from('2026-11-21T12:00:00Z');
const EVENTS = [...new Set(REFERRAL_TRANSITIONS.map(({ event }) => event))];
const INSTANT = { nanoseconds: 1 };
const sent = (more: Partial<Parameters<typeof mayRemind>[0]> = {}) => ({
  status: 'awaiting-to-accept' as ReferralStatus,
  created_at: NOW,
  expires_at: invitationEnds(NOW),
  reminder_sent_at: null,
  ...more,
});
const reasonOf = (answer: ReturnType<typeof mayRemind>) => (answer.ok ? 'ok' : answer.reason);

describe('the status table of an invitation', () => {
  const table: Readonly<Record<ReferralStatus, Partial<Record<ReferralEvent, ReferralStatus>>>> = {
    'awaiting-to-accept': { signed_up: 'accepted-signup' },
    'accepted-signup': {
      trial_started: 'accepted-trial',
      first_paid: 'waiting-for-approval',
      rejected: 'rejected',
    },
    'accepted-trial': { first_paid: 'waiting-for-approval', rejected: 'rejected' },
    'waiting-for-approval': { rewarded: 'reward-delivered', rejected: 'rejected' },
    'reward-delivered': {},
    rejected: {},
  };
  const cases = REFERRAL_STATUSES.flatMap((status) => EVENTS.map((event) => [status, event] as const));
  test.each(cases)('%s, %s', (status, event) => {
    expect(nextReferralStatus(status, event)).toBe(table[status][event] ?? null);
  });

  test('in any order and number of events it only goes forward and pays once', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENTS), { maxLength: 40 }), (events) => {
        let status: ReferralStatus = 'awaiting-to-accept';
        let paid = 0;
        for (const event of events) {
          const next = nextReferralStatus(status, event);
          if (next === null) continue;
          expect(REFERRAL_STATUSES.indexOf(next)).toBeGreaterThan(REFERRAL_STATUSES.indexOf(status));
          if (next === 'reward-delivered') paid += 1;
          status = next;
        }
        expect(paid).toBe(status === 'reward-delivered' ? 1 : 0);
      }),
    );
  });

  test('each status has its label', () => {
    expect(REFERRAL_LABELS).toEqual({
      'awaiting-to-accept': 'Invited',
      'accepted-signup': 'Sign Up',
      'accepted-trial': 'Trialist',
      'waiting-for-approval': 'Awaiting verification',
      'reward-delivered': 'Completed',
      rejected: 'Rejected',
    });
  });
});

describe('who can be invited', () => {
  test.each([
    ['', 'Email address is required'],
    ['  \t', 'Email address is required'],
    ['friend', 'Invalid email address'],
    ['friend@', 'Invalid email address'],
    ['friend@test', 'Invalid email address'],
    ['a b@test.test', 'Invalid email address'],
    ['one@test.test, two@test.test', 'Invalid email address'],
    ['friend@test.test\nBcc: other@test.test', 'Invalid email address'],
    [`${'x'.repeat(245)}@test.test`, null],
    [`${'x'.repeat(246)}@test.test`, 'Invalid email address'],
    [' Friend@Test.test ', null],
  ])('%j: %s', (text, problem) => {
    expect(inviteProblem(text)).toBe(problem);
  });

  test("the inviter's own address is recognized in any case and with blanks", () => {
    expect(isOwnAddress(' ME@test.test ', 'me@Test.test')).toBe(true);
    expect(isOwnAddress('me@test.test', 'you@test.test')).toBe(false);
  });

  test('only clients invite', () => {
    const roles = ['client', 'managed', 'partner', 'operator'] as const;
    expect(roles.filter(mayInvite)).toEqual(['client']);
  });
});

describe('a reminder', () => {
  const day = NOW.add({ hours: 24 });
  test.each([
    ['at once', {}, NOW, 'too_soon'],
    ['an instant before 24 hours', {}, day.subtract(INSTANT), 'too_soon'],
    ['24 hours after the invite', {}, day, 'ok'],
    ['soon after the last one', { reminder_sent_at: day }, day.add({ hours: 23, minutes: 59 }), 'too_soon'],
    ['24 hours after the last one', { reminder_sent_at: day }, day.add({ hours: 24 }), 'ok'],
    ['an instant before the end', {}, invitationEnds(NOW).subtract(INSTANT), 'ok'],
    ['at the end', {}, invitationEnds(NOW), 'not_open'],
    ['once somebody signed up', { status: 'accepted-signup' }, day, 'not_open'],
    ['after a rejection', { status: 'rejected' }, day, 'not_open'],
  ] as const)('%s: %4$s', (_, more, now, expected) => {
    expect(reasonOf(mayRemind(sent(more), now))).toBe(expected);
  });

  test('two allowed reminders are always 24 hours apart', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 40 }), (hours) => {
        let row = sent();
        let now = NOW;
        for (const pause of hours) {
          now = now.add({ hours: pause });
          if (!mayRemind(row, now).ok) continue;
          const last = row.reminder_sent_at ?? row.created_at;
          expect(now.since(last).total('hours')).toBeGreaterThanOrEqual(24);
          row = { ...row, reminder_sent_at: now };
        }
      }),
    );
  });
});

describe('the deadline', () => {
  const ends = invitationEnds(NOW);
  test.each([
    [NOW, '30 days'],
    [NOW.add(INSTANT), '30 days'],
    [NOW.add({ hours: 24 }), '29 days'],
    [ends.subtract({ hours: 24, nanoseconds: 1 }), '2 days'],
    [ends.subtract({ hours: 24 }), '1 day'],
    [ends.subtract(INSTANT), '1 day'],
    [ends, 'Expired'],
    [ends.add({ hours: 999 }), 'Expired'],
  ])('at %s: %s', (now, words) => {
    expect(deadlineInWords(sent(), now)).toBe(words);
  });

  test('is null once somebody has accepted', () => {
    for (const status of REFERRAL_STATUSES.slice(1))
      expect(deadlineInWords(sent({ status }), ends.add({ hours: 1 }))).toBeNull();
  });

  test('says Expired exactly while the invitation is not open', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: 1000 }), (hours) => {
        const now = ends.add({ hours });
        expect(deadlineInWords(sent(), now) === 'Expired').toBe(!isOpen(sent(), now));
      }),
    );
  });
});

describe('the reward', () => {
  const paid = { status: 'waiting-for-approval', first_paid_at: NOW, needs_operator: null } as const;
  const due = NOW.add({ hours: 72 });
  test.each([
    ['an instant before 3 days', paid, due.subtract(INSTANT), false],
    ['3 days after the first invoice', paid, due, true],
    ['while the operator is asked', { ...paid, needs_operator: 'same_household' }, due, false],
    ['once it was paid', { ...paid, status: 'reward-delivered' }, due, false],
    ['after a rejection', { ...paid, status: 'rejected' }, due, false],
    ['without an invoice', { ...paid, first_paid_at: null }, due, false],
  ] as const)('%s: %4$s', (_, row, now, expected) => {
    expect(isRewardDue(row, now)).toBe(expected);
  });

  test('the job looks for exactly those that are due', () => {
    expect(Temporal.Instant.compare(rewardedIfPaidUntil(rewardFrom(NOW)), NOW)).toBe(0);
  });
});

describe('the deadline as text for every time zone', () => {
  test.each([
    ['2026-12-21T12:00:00Z', 'The invitation is open through December 20, 2026, wherever you are.'],
    ['2026-12-21T11:59:59Z', 'The invitation is open through December 19, 2026, wherever you are.'],
    ['2026-11-24T00:00:00Z', 'The invitation is open through November 22, 2026, wherever you are.'],
    ['2026-11-22T12:00:00Z', 'The invitation ends soon, so please use it today.'],
  ])('until %s: %s', (expires, words) => {
    expect(deadlineAnywhere(Temporal.Instant.from(expires), NOW)).toBe(words);
  });
});
