import { expect, test } from 'vitest';
import type { MailName } from '#shared/notifications/rules.ts';
import { readQueuedMail, toStoredMail, type EarlierQueuedMail } from './queued-mail.ts';

const QUEUED = { event_id: 'e', about: '100001', at: '2026-11-21T12:00:00Z' } as const;
const START = '2026-11-24T14:00:00Z';

test.each<[MailName, string, object]>([
  ['sign-in-link', '/explore/rafa', { next: '/explore/rafa' }],
  ['confirm-email', '/explore/rafa', { next: '/explore/rafa' }],
  ['trial-ends', START, { trial_ends_at: START }],
  ['invitation', START, { reminded_at: START }],
  ['session-moved', START, { known_start: START }],
  ['session-edited', '3', { calendar_sequence: 3 }],
  ['session-cancelled', START, { known_start: START }],
  ['session-reminder', START, { starts_at: START }],
  ['files-due', START, { files_due_at: START }],
  ['files-requested', 'f1', { feedback_id: 'f1' }],
  ['new-message', 'm2', { last_id: 'm2' }],
])('the detail that an earlier release stored of %s has its name', (template, detail, named) => {
  const stored: EarlierQueuedMail = { ...QUEUED, template, detail };
  expect(readQueuedMail(stored)).toEqual({ ...QUEUED, template, ...named });
});

test('a mail without a detail is read as it is, of whichever release', () => {
  const stored: EarlierQueuedMail = { ...QUEUED, template: 'ready-to-go', to: 'client' };
  expect(readQueuedMail(stored)).toBe(stored);
});

test.each<[MailName, object, string]>([
  ['session-moved', { to: 'client', known_start: START }, START],
  ['session-edited', { to: 'partner', calendar_sequence: 3 }, '3'],
  ['new-message', { last_id: 'm2' }, 'm2'],
])('%s is stored so that the earlier release reads it too, and read as it was', (template, named, detail) => {
  const mail = { ...QUEUED, template, ...named } as Parameters<typeof toStoredMail>[0];
  expect(toStoredMail(mail)).toEqual({ ...mail, detail });
  expect(readQueuedMail(toStoredMail(mail))).toEqual(mail);
});

test('a mail that names nothing more is stored as it is', () => {
  const mail = { ...QUEUED, template: 'welcome' } as const;
  expect(toStoredMail(mail)).toBe(mail);
});
