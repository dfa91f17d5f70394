import { describe, expect, test } from 'vitest';
import { SESSION_STATUSES, type Status } from './rules-status.ts';
import type { Role } from '../lib/endpoint.ts';
import { type Action, type Allowed, mayDo } from './rules-actions.ts';

const ENDS = Temporal.Instant.from('2026-11-21T12:00:00Z');
const STARTS = ENDS.subtract({ minutes: 60 });
const BEFORE = STARTS.subtract({ minutes: 1 });
const session = (status: Status, rating: 'none' | 'rated' | 'disabled' = 'none') => ({
  status,
  starts_at: STARTS,
  ends_at: ENDS,
  files: { user: 1, output: 1 },
  rating: { status: rating },
});

const EVERY_ACTION: Readonly<Record<Action, true>> = {
  edit: true,
  cancel: true,
  calendar: true,
  help: true,
  upload: true,
  review: true,
  ready: true,
  request_files: true,
  report: true,
  deliver: true,
  close: true,
  rate: true,
  refund: true,
};
const ACTIONS = Object.keys(EVERY_ACTION) as Action[];
const allowedActions = (role: Role, checked: ReturnType<typeof session>, now: Temporal.Instant) =>
  Object.fromEntries(ACTIONS.map((action) => [action, mayDo(role, action, checked, now)])) as Record<
    Action,
    Allowed
  >;

const FOUR = [
  'client_files_upload_required',
  'client_files_pending_review',
  'client_files_update_required',
  'partner_ready_to_go',
] as const;
const THREE = FOUR.slice(0, 3);
const DELIVER = 'partner_upload_required';
const DELIVERED = 'partner_deliverables_ready';

const WHO: Readonly<Record<'client' | 'partner' | 'operator', Partial<Record<Action, readonly Status[]>>>> = {
  client: {
    edit: FOUR,
    cancel: FOUR,
    calendar: FOUR,
    help: [...FOUR, DELIVER],
    upload: [...FOUR, DELIVER],
    rate: [DELIVER, DELIVERED],
  },
  partner: {
    review: FOUR,
    ready: THREE,
    request_files: FOUR,
    report: [...FOUR, DELIVER, DELIVERED],
    deliver: [DELIVER, DELIVERED],
    close: [DELIVER],
  },
  operator: { cancel: FOUR, refund: [DELIVER] },
};

describe('who may do what', () => {
  test.each(['client', 'partner', 'operator'] as const)('%s, every action in every status', (role) => {
    for (const status of ['prebooked', ...SESSION_STATUSES] as const) {
      const now = status === DELIVER || status === DELIVERED ? ENDS : BEFORE;
      const allowed = allowedActions(role, session(status), now);
      for (const action of ACTIONS) {
        const expected = WHO[role][action]?.includes(status) ?? false;
        expect({ action, status, allowed: allowed[action].allowed }).toEqual({
          action,
          status,
          allowed: expected,
        });
      }
    }
  });

  test('a managed client may what a client may', () => {
    for (const status of SESSION_STATUSES) {
      expect(allowedActions('managed', session(status), BEFORE)).toEqual(
        allowedActions('client', session(status), BEFORE),
      );
    }
  });

  test('the end alone closes editing and opens delivery', () => {
    const row = session('partner_ready_to_go');
    expect(mayDo('client', 'edit', row, BEFORE)).toEqual({ allowed: true });
    expect(mayDo('client', 'edit', row, ENDS)).toEqual({ allowed: false, reason: 'This session is over.' });
    expect(mayDo('partner', 'deliver', row, BEFORE)).toEqual({
      allowed: false,
      reason: 'You can do this once the session is over.',
    });
    expect(mayDo('partner', 'deliver', row, ENDS)).toEqual({ allowed: true });
  });

  test('from its start on only the operator cancels or moves a session', () => {
    for (const status of FOUR) {
      const [row, justBefore] = [session(status), STARTS.subtract({ milliseconds: 1 })];
      const reason = 'It has begun; ask for help.';
      for (const role of ['client', 'managed'] as const) {
        expect(mayDo(role, 'cancel', row, justBefore)).toEqual({ allowed: true });
        expect(mayDo(role, 'cancel', row, STARTS)).toEqual({ allowed: false, reason });
        expect(mayDo(role, 'help', row, STARTS)).toEqual({ allowed: true });
      }
      expect(mayDo('operator', 'cancel', row, STARTS)).toEqual({ allowed: true });
    }
  });

  test.each([
    ['client', 'ready', 'client_files_pending_review', 'Only the musician can do this.'],
    ['partner', 'edit', 'client_files_pending_review', 'Only the client can do this.'],
    ['partner', 'refund', 'partner_upload_required', 'Only the studio can do this.'],
    ['partner', 'ready', 'partner_ready_to_go', 'This session is already marked ready.'],
    ['client', 'cancel', 'cancelled', 'This session was cancelled.'],
    ['client', 'edit', 'prebooked', 'Please confirm this booking first.'],
    [
      'client',
      'upload',
      'partner_deliverables_ready',
      'This session is complete, so it takes no more files.',
    ],
    ['partner', 'close', 'partner_deliverables_ready', 'This session is already complete.'],
  ] as const)('%s, %s in %s: %s', (role, action, status, reason) => {
    expect(mayDo(role, action, session(status), BEFORE)).toEqual({ allowed: false, reason });
  });

  test('a rated session is not rated again, a disabled one never', () => {
    expect(mayDo('client', 'rate', session(DELIVERED, 'rated'), ENDS)).toEqual({
      allowed: false,
      reason: 'You have already rated this session.',
    });
    expect(mayDo('client', 'rate', session(DELIVERED, 'disabled'), ENDS)).toEqual({
      allowed: false,
      reason: 'This session cannot be rated.',
    });
  });
});
