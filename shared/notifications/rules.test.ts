import { describe, expect, test } from 'vitest';
import {
  dueReminder,
  isFilesReminderDue,
  isTrialEndDue,
  wantsMail,
  MAIL_GROUPS,
  MAILS,
  parseUnsubscribeTarget,
  type MailName,
} from './rules.ts';

const at = (iso: string) => Temporal.Instant.from(iso);
const START = at('2026-11-24T14:00:00Z');
const before = (minutes: number) => START.subtract({ minutes });
const WEEK = 7 * 24 * 60;
const ALL = { booking: true, cancellation: true, files: true, marketing: true };
const NONE = { booking: false, cancellation: false, files: false, marketing: false };

describe('groups of mails', () => {
  test('what is about the account, its security or money comes whatever is switched off', () => {
    const always = Object.keys(MAILS).filter((mail) => wantsMail(mail as MailName, NONE));
    expect(always).toEqual([
      'support-requested',
      'profile-submitted',
      'profile-approved',
      'profile-returned',
      'calendar-conflict-support',
      'welcome',
      'admitted',
      'reset-password',
      'sign-in-link',
      'confirm-email',
      'choose-password',
      'password-changed',
      'second-factor-changed',
      'erasure-requested',
      'confirm-erasure',
      'trial-ends',
      'receipt',
      'payment-failed',
      'membership-cancelled',
      'membership-ended',
      'trial-ends-soon',
      'trial-used',
      'card-expires',
      'invitation',
      'slot-offered',
    ]);
  });

  test.each([
    ['session-booked', 'booking'],
    ['session-cancelled', 'cancellation'],
    ['deliverables-ready', 'files'],
  ] as const)('%s goes with %s alone', (mail, group) => {
    expect(wantsMail(mail, { ...NONE, [group]: true })).toBe(true);
    expect(wantsMail(mail, { ...ALL, [group]: false })).toBe(false);
  });

  test('a link names a group or nothing', () => {
    for (const group of [...MAIL_GROUPS, 'invitations']) expect(parseUnsubscribeTarget(group)).toBe(group);
    for (const word of ['always', '', 'Booking', '__proto__'])
      expect(parseUnsubscribeTarget(word)).toBeNull();
  });
});

describe('the reminder of a session', () => {
  test.each([
    [1441, null],
    [1440, 'day'],
    [1081, 'day'],
    [1080, null],
    [61, null],
    [60, 'hour'],
    [31, 'hour'],
    [30, null],
    [10, null],
    [0, null],
  ])('%i minutes before the start: %s', (minutes, kind) => {
    expect(dueReminder({ starts_at: START, agreed: before(WEEK) }, before(minutes))).toBe(kind);
  });

  test.each([
    [1500, 1440, 'day'],
    [1499, 1440, null],
    [1400, 1400, null],
    [60, 60, 'hour'],
    [59, 59, null],
  ])('agreed %i minutes before the start, looked at %i before: %s', (agreed, now, kind) => {
    expect(dueReminder({ starts_at: START, agreed: before(agreed) }, before(now))).toBe(kind);
  });

  test('24 hours are 24 hours where the clocks change meanwhile', () => {
    // Lisbon goes back at 2026-10-25T01:00Z: the wall clock shows 25 hours between the two.
    const starts_at = at('2026-10-25T14:00:00Z');
    const agreed = at('2026-10-01T00:00:00Z');
    expect(dueReminder({ starts_at, agreed }, at('2026-10-24T13:59:59Z'))).toBeNull();
    expect(dueReminder({ starts_at, agreed }, at('2026-10-24T14:00:00Z'))).toBe('day');
  });
});

describe('asking for missing files', () => {
  test.each([
    [WEEK, 1441, false],
    [WEEK, 1440, true],
    [WEEK, 721, true],
    [WEEK, 720, false],
    [WEEK, 180, false],
    [1499, 1440, false],
    [1499, 180, true],
    [1499, 61, true],
    [1499, 60, false],
    [179, 179, false],
  ])('agreed %i minutes before the deadline, looked at %i before: %s', (agreed, now, due) => {
    expect(isFilesReminderDue({ files_due_at: START, agreed: before(agreed) }, before(now))).toBe(due);
  });
});

test.each([
  [73, false],
  [72, true],
  [49, true],
  [48, false],
])("a trial's end is announced %i hours before: %s", (hours, due) => {
  expect(isTrialEndDue(START, START.subtract({ hours }))).toBe(due);
});
