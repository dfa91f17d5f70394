import { describe, expect, test } from 'vitest';
import { UPCOMING_STATUSES } from './rules.ts';
import { SESSION_STATUSES, type Status } from './rules-status.ts';
import { type StepSession, sessionSteps } from './rules-steps.ts';

const at = (iso: string) => Temporal.Instant.from(iso);
const STARTS = at('2026-11-21T12:00:00Z');
const ENDS = at('2026-11-21T12:30:00Z');
const DUE = at('2026-11-20T12:00:00Z');
const EARLY = at('2026-11-18T12:00:00Z');

const session = (status: Status, more: Partial<StepSession> = {}): StepSession => ({
  status,
  starts_at: STARTS,
  ends_at: ENDS,
  files: { user: 2, output: 2 },
  rating: { status: 'none' },
  attendance: true,
  files_due_at: DUE,
  user: { name: 'Ana' },
  partner: { name: 'Maya' },
  service: { needs_files: true, files_delivery: 15 },
  ...more,
});
const states = (status: Status, now = EARLY) =>
  sessionSteps('client', session(status), now)
    .steps.map(({ state }) => state)
    .join(' ');

test('the steps are Booked, Files in, Reviewed, Session, Delivered', () => {
  const { steps } = sessionSteps('client', session('partner_ready_to_go'), EARLY);
  expect(steps.map(({ label }) => label)).toEqual(['Booked', 'Files in', 'Reviewed', 'Session', 'Delivered']);
});

test.each([
  ['prebooked', 'now todo todo todo todo'],
  ['client_files_upload_required', 'done now todo todo todo'],
  ['client_files_update_required', 'done now todo todo todo'],
  ['client_files_pending_review', 'done done now todo todo'],
  ['partner_ready_to_go', 'done done done now todo'],
  ['partner_upload_required', 'done done done done now'],
  ['partner_deliverables_ready', 'done done done done done'],
  ['cancelled', 'done todo todo todo todo'],
] as const)('%s lights %s', (status, lit) => {
  expect(states(status)).toBe(lit);
});

test('from the end on the chain waits for delivery, whatever was stored', () => {
  expect(states('client_files_upload_required', ENDS)).toBe('done done done done now');
});

const by = (status: Status) => sessionSteps('client', session(status), EARLY).next.by?.toString();

describe('what is next, by whom and until when', () => {
  test.each([
    ['client', 'client_files_upload_required', 'Send your files, so that Maya can prepare.', 'upload'],
    ['partner', 'client_files_upload_required', 'Waiting for the files from Ana.', null],
    [
      'client',
      'client_files_update_required',
      'Maya asked for a change to your files. Read the messages, then upload the files again.',
      'upload',
    ],
    [
      'partner',
      'client_files_update_required',
      'Waiting for the updated files from Ana. Say in the messages what is missing.',
      'messages',
    ],
    ['client', 'client_files_pending_review', 'Maya is looking at your files.', null],
    [
      'partner',
      'client_files_pending_review',
      'Check the files from Ana and mark the session ready.',
      'ready',
    ],
    ['client', 'partner_ready_to_go', 'All set. Join Maya when the session starts.', null],
    ['partner', 'partner_ready_to_go', 'All set for your session with Ana.', null],
    ['client', 'partner_upload_required', 'Maya is getting your session files ready.', null],
    ['partner', 'partner_upload_required', 'Upload the session files for Ana.', 'deliver'],
    ['client', 'partner_deliverables_ready', 'Your session files are ready to download.', 'download'],
    ['partner', 'partner_deliverables_ready', 'Delivered. Ana can download the session files.', null],
    ['client', 'cancelled', 'This session was cancelled.', null],
    ['partner', 'cancelled', 'This session was cancelled.', null],
  ] as const)('%s in %s', (role, status, what, action) => {
    expect(sessionSteps(role, session(status), EARLY).next).toMatchObject({ what, action });
  });

  test.each([
    ['processing', 'Your session files are delivered and on their way to you.'],
    ['expired', 'Your session files were delivered. The time to download them is over.'],
  ] as const)(
    'delivered files that are %s are not called ready, and no button leads to them',
    (state, what) => {
      const until = state === 'expired' ? EARLY : EARLY.add({ minutes: 1 });
      const download = { state, until: until.toString() };
      const held = { ...session('partner_deliverables_ready'), download };
      expect(sessionSteps('client', held, EARLY).next).toEqual({
        who: 'nobody',
        what,
        by: until,
        action: 'member',
        also: null,
      });
    },
  );

  test('limited files that can be downloaded say until when, and how to keep them', () => {
    const until = EARLY.add({ minutes: 1 });
    const download = { state: 'offered', until: until.toString() } as const;
    const limited = { ...session('partner_deliverables_ready'), download };
    expect(sessionSteps('client', limited, EARLY).next).toMatchObject({
      by: until,
      action: 'download',
      also: 'member',
    });
  });

  const NOTHING_SAID = { undelivered: false, reasons: [], notes: null };
  test.each([
    ['client', 'client', 2, 'You cancelled this session. 2 credits came back to you.'],
    ['client', 'client', 1, 'You cancelled this session. 1 credit came back to you.'],
    ['client', 'client', 0, 'You cancelled this session. No credits came back to you.'],
    ['client', 'studio', 2, 'The studio cancelled this session. 2 credits came back to you.'],
    ['partner', 'client', null, 'Ana cancelled this session.'],
    ['partner', 'studio', null, 'The studio cancelled this session.'],
  ] as const)('to the %s, cancelled by the %s with %s credits back', (role, who, refunded, what) => {
    const cancelled = { ...NOTHING_SAID, by: who, refunded };
    const row = { ...session('cancelled'), credits: 2, cancelled, cancelled_at: EARLY.toString() };
    expect(sessionSteps(role, row, EARLY).next).toMatchObject({ who: 'nobody', what, by: EARLY });
  });

  test('what the studio took back because nothing was delivered says so', () => {
    const cancelled = { ...NOTHING_SAID, by: 'studio', undelivered: true, refunded: 0 } as const;
    const row = { ...session('cancelled'), credits: 0, cancelled, cancelled_at: EARLY.toString() };
    expect(sessionSteps('client', row, EARLY).next.what).toBe(
      'The studio cancelled this session because nothing was delivered.',
    );
  });

  test('files by their deadline, a review by the start, delivery files_delivery minutes after the end', () => {
    expect(by('client_files_upload_required')).toBe('2026-11-20T12:00:00Z');
    expect(by('client_files_pending_review')).toBe('2026-11-21T12:00:00Z');
    expect(by('partner_ready_to_go')).toBe('2026-11-21T12:00:00Z');
    expect(by('partner_upload_required')).toBe('2026-11-21T12:45:00Z');
    expect(by('partner_deliverables_ready')).toBeUndefined();
  });

  test('late files are said to be late', () => {
    const late = session('client_files_upload_required');
    expect(sessionSteps('client', late, DUE).next.what).toBe(
      'Your files are late. Send them now, so that Maya can still prepare.',
    );
    expect(sessionSteps('partner', late, DUE).next.what).toBe('The files from Ana are late.');
  });

  test('an update asked for after the deadline is wanted by the start', () => {
    const { next } = sessionSteps('client', session('client_files_update_required'), DUE);
    expect(next.by?.equals(STARTS)).toBe(true);
  });

  test('without files the musician checks the booking', () => {
    const noFiles = session('client_files_pending_review', { files: { user: 0, output: 0 } });
    expect(sessionSteps('client', noFiles, EARLY).next.what).toBe('Maya is looking at your booking.');
    expect(sessionSteps('partner', noFiles, EARLY).next.what).toBe(
      'Check what Ana asks for and mark the session ready.',
    );
  });

  test('to join is first from 10 minutes before the start to the end, in every status; an unattended session has no way in', () => {
    const ready = session('partner_ready_to_go');
    const open = STARTS.subtract({ minutes: 10 });
    expect(sessionSteps('client', ready, open.subtract({ seconds: 1 })).next.action).toBeNull();
    expect(sessionSteps('client', ready, open).next.action).toBe('join');
    expect(sessionSteps('partner', ready, STARTS).next).toMatchObject({
      action: 'join',
      what: 'Your session with Ana is on right now.',
    });
    const offline = session('partner_ready_to_go', { attendance: false });
    expect(sessionSteps('client', offline, STARTS).next.action).toBeNull();
    for (const status of UPCOMING_STATUSES) {
      const row = session(status, { livestream_link: 'https://zoom.example/1' });
      const own = sessionSteps('client', row, EARLY).next.action;
      for (const role of ['client', 'partner'] as const)
        expect(sessionSteps(role, row, ENDS.subtract({ seconds: 1 })).next.action).toBe('join');
      expect(sessionSteps('client', row, open).next).toMatchObject({ action: 'join', also: own });
      expect(sessionSteps('client', row, ENDS).next.action).not.toBe('join');
      const nowhere = { ...row, livestream_link: null };
      expect(sessionSteps('client', nowhere, open).next.action).toBe(own);
    }
    const unready = session('client_files_pending_review');
    expect(sessionSteps('partner', unready, open).next).toMatchObject({ action: 'join', also: 'ready' });
    expect(sessionSteps('client', offline, EARLY).next.what).toBe('All set. Maya takes it from here.');
  });

  test('both sides read when a delivery is late; after 24 hours the client is led to the support, too', () => {
    const row = session('partner_upload_required');
    expect(sessionSteps('partner', row, ENDS.add({ minutes: 15 })).next.what).toBe(
      'The session files for Ana are late. Please upload them now.',
    );
    expect(sessionSteps('client', row, ENDS.add({ minutes: 14 })).next.action).toBeNull();
    expect(sessionSteps('client', row, ENDS.add({ minutes: 15 })).next).toMatchObject({
      what: 'The session files are late. Maya has still to send them.',
      action: 'messages',
      also: null,
    });
    expect(sessionSteps('client', row, ENDS.add({ hours: 24 })).next).toMatchObject({
      what: 'The session files are late. Write to Maya or contact support if they do not come.',
      action: 'messages',
      also: 'help',
    });
  });

  test('once the conversation has closed by itself, only the support is left', () => {
    const row = session('partner_upload_required');
    expect(sessionSteps('client', row, ENDS.add({ hours: 96 })).next).toMatchObject({
      what: 'The session files are late. Contact support if they do not come.',
      action: 'help',
      also: null,
    });
  });

  test('a client who is asked for other files can also read why', () => {
    const asked = session('client_files_update_required');
    expect(sessionSteps('client', asked, EARLY).next).toMatchObject({ action: 'upload', also: 'messages' });
    expect(sessionSteps('partner', asked, EARLY).next.also).toBeNull();
  });

  test('closed without output waits for nobody', () => {
    const closed = session('partner_deliverables_ready', { files: { user: 1, output: 0 } });
    expect(sessionSteps('client', closed, ENDS).next).toEqual({
      who: 'nobody',
      what: 'This session is closed. There was nothing to deliver.',
      by: null,
      action: null,
      also: null,
    });
  });

  test('one from another system does not say that there was nothing', () => {
    const imported = session('partner_deliverables_ready', {
      files: { user: 0, output: 0 },
      is_imported: true,
    });
    for (const reader of ['client', 'partner'] as const)
      expect(sessionSteps(reader, imported, ENDS).next.what).toBe(
        'This session took place before the studio moved here. Its files are not here.',
      );
  });

  test('the operator reads along without a button', () => {
    for (const status of SESSION_STATUSES) {
      expect(sessionSteps('operator', session(status), EARLY).next).toMatchObject({
        action: null,
        also: null,
      });
    }
  });
});
