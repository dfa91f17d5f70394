import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ShownStatus } from './contract.ts';
import {
  type Actor,
  type SessionEvent,
  TRANSITIONS,
  actorOf,
  compareInGroup,
  confirmEvent,
  effectiveStatus,
  firstStatus,
  groupOf,
  groupsOf,
  phaseOf,
  sessionType,
  statusLabel,
  transition,
  withInstants,
} from './rules.ts';
import { SESSION_STATUSES, type Status } from './rules-status.ts';

const at = (iso: string) => Temporal.Instant.from(iso);
const ENDS = at('2026-11-21T12:00:00Z');
const JUST_BEFORE = ENDS.subtract({ nanoseconds: 1 });
const row = (status: Status) => ({ status, ends_at: ENDS });

const STATUSES: readonly Status[] = ['prebooked', ...SESSION_STATUSES];
const ACTORS: readonly Actor[] = ['client', 'partner', 'operator', 'time'];
const EVENTS: readonly SessionEvent[] = [...new Set(TRANSITIONS.map((row) => row.event))];

const REQUIRED = 'client_files_upload_required';
const REVIEW = 'client_files_pending_review';
const UPDATE = 'client_files_update_required';
const READY = 'partner_ready_to_go';
const DELIVER = 'partner_upload_required';
const DELIVERED = 'partner_deliverables_ready';
const FOUR = [REQUIRED, REVIEW, UPDATE, READY] as const;

test('the statuses are the seven of the API, and the contract names the same', () => {
  expect(SESSION_STATUSES).toEqual([REQUIRED, REVIEW, UPDATE, READY, DELIVER, DELIVERED, 'cancelled']);
  expect([...ShownStatus.options].toSorted()).toEqual([...STATUSES].toSorted());
});

describe('the status table', () => {
  const ALLOWED: readonly (readonly [readonly Status[], SessionEvent, Status, readonly Actor[]])[] = [
    [['prebooked'], 'confirm_awaiting_files', REQUIRED, ['client', 'operator']],
    [['prebooked'], 'confirm_without_files', REVIEW, ['client', 'operator']],
    [[REQUIRED, UPDATE, READY], 'presession_files_in', REVIEW, ['client']],
    [[REVIEW, READY], 'presession_files_deleted', REQUIRED, ['client', 'partner']],
    [[REQUIRED, REVIEW, UPDATE], 'approve', READY, ['partner']],
    [FOUR, 'request_files', UPDATE, ['partner']],
    [FOUR, 'end_passes', DELIVER, ['time']],
    [[DELIVER], 'output_files_in', DELIVERED, ['partner']],
    [[DELIVER], 'close', DELIVERED, ['partner']],
    [[DELIVERED], 'output_files_deleted', DELIVER, ['partner']],
    [[DELIVER], 'not_delivered', 'cancelled', ['operator']],
    [FOUR, 'cancel', 'cancelled', ['client', 'operator']],
  ];

  const wanted = (status: Status, event: SessionEvent, actor: Actor) => {
    const rule = ALLOWED.find((candidate) => candidate[1] === event);
    if (!rule?.[3].includes(actor)) return { ok: false, reason: 'wrong_actor' };
    return rule[0].includes(status) ? { ok: true, value: rule[2] } : { ok: false, reason: 'wrong_status' };
  };

  test('every status × event × actor goes where the table says and nowhere else', () => {
    expect(EVENTS.toSorted()).toEqual(ALLOWED.map((rule) => rule[1]).toSorted());
    const cases = EVENTS.flatMap((event) =>
      STATUSES.flatMap((status) => ACTORS.map((actor) => [status, event, actor] as const)),
    );
    for (const [status, event, actor] of cases) {
      const where = `${status} ${event} ${actor}`;
      expect({ where, ...transition(status, event, actor) }).toEqual({
        where,
        ...wanted(status, event, actor),
      });
    }
  });

  test('cancelled is final and nothing leads back to a hold, whatever happens', () => {
    const happening = fc.tuple(fc.constantFrom(...EVENTS), fc.constantFrom(...ACTORS));
    fc.assert(
      fc.property(fc.constantFrom(...STATUSES), fc.array(happening), (start, events) => {
        let status = start;
        for (const [event, actor] of events) {
          const answer = transition(status, event, actor);
          if (!answer.ok) continue;
          expect(status).not.toBe('cancelled');
          expect(answer.value).not.toBe('prebooked');
          status = answer.value;
        }
      }),
    );
  });

  test('a managed client acts as the client', () => {
    expect((['client', 'partner', 'operator', 'managed'] as const).map(actorOf)).toEqual([
      'client',
      'partner',
      'operator',
      'client',
    ]);
  });
});

test('a service without files starts under review, any other waits for files', () => {
  for (const needsFiles of [true, false]) {
    expect(transition('prebooked', confirmEvent(needsFiles), 'client')).toEqual({
      ok: true,
      value: firstStatus(needsFiles),
    });
  }
  expect(firstStatus(true)).toBe('client_files_upload_required');
  expect(firstStatus(false)).toBe('client_files_pending_review');
});

test('a phase goes with each status', () => {
  expect(phaseOf('prebooked')).toBe('hold');
  expect(phaseOf('cancelled')).toBe('cancelled');
  expect(SESSION_STATUSES.filter((status) => phaseOf(status) === 'booked')).toHaveLength(6);
});

describe('what time alone changes', () => {
  test.each(FOUR)('%s becomes partner_upload_required at the end, not before', (status) => {
    expect(effectiveStatus(row(status), JUST_BEFORE)).toBe(status);
    expect(effectiveStatus(row(status), ENDS)).toBe('partner_upload_required');
  });
  test.each(['prebooked', DELIVER, DELIVERED, 'cancelled'] as const)('%s stays at the end', (status) => {
    expect(effectiveStatus(row(status), ENDS.add({ hours: 1 }))).toBe(status);
  });
  test('a session is upcoming until its end and past from then on; cancelled is past at once', () => {
    expect(sessionType(row(READY), JUST_BEFORE)).toBe('upcoming');
    expect(sessionType(row(READY), ENDS)).toBe('past');
    expect(sessionType(row('cancelled'), JUST_BEFORE)).toBe('past');
  });
});

describe('lists', () => {
  test.each([
    ['prebooked', null, null],
    [REQUIRED, 'upcoming', 'pending_review'],
    [REVIEW, 'upcoming', 'pending_review'],
    [UPDATE, 'upcoming', 'pending_review'],
    [READY, 'upcoming', 'upcoming_partners'],
    ['cancelled', 'past', 'past'],
  ] as const)(
    'before its end %s is in %s for the client, in %s for the musician',
    (status, client, partner) => {
      expect(groupOf('client', row(status), JUST_BEFORE)).toBe(client);
      expect(groupOf('managed', row(status), JUST_BEFORE)).toBe(client);
      expect(groupOf('partner', row(status), JUST_BEFORE)).toBe(partner);
    },
  );

  test('every session but a hold is in exactly one of its role’s lists, at any time', () => {
    const roles = ['client', 'partner', 'managed'] as const;
    fc.assert(
      fc.property(
        fc.constantFrom(...roles),
        fc.constantFrom(...SESSION_STATUSES),
        fc.integer({ min: -100, max: 100 }),
        (role, status, minutes) => {
          const group = groupOf(role, row(status), ENDS.add({ minutes }));
          expect(groupsOf(role)).toContain(group);
        },
      ),
    );
  });

  test('upcoming lists sort by start ascending, past descending', () => {
    const listed = [
      { id: 2, starts_at: at('2026-01-02T00:00:00Z'), cancelled_at: null },
      { id: 3, starts_at: at('2026-01-01T00:00:00Z'), cancelled_at: null },
      { id: 1, starts_at: at('2026-01-02T00:00:00Z'), cancelled_at: null },
    ];
    const order = (group: 'upcoming' | 'past') => listed.toSorted(compareInGroup(group)).map(({ id }) => id);
    expect(order('upcoming')).toEqual([3, 1, 2]);
    expect(order('past')).toEqual([2, 1, 3]);
  });

  test('what was cancelled before its start stands at its time of cancelling, later than that at its start', () => {
    const listed = [
      { id: 1, starts_at: at('2026-01-03T00:00:00Z'), cancelled_at: null },
      { id: 2, starts_at: at('2026-01-09T00:00:00Z'), cancelled_at: '2026-01-02T00:00:00Z' },
      { id: 3, starts_at: at('2026-01-01T00:00:00Z'), cancelled_at: '2026-01-08T00:00:00Z' },
    ];
    expect(listed.toSorted(compareInGroup('past')).map(({ id }) => id)).toEqual([1, 2, 3]);
  });
});

describe('labels', () => {
  test.each([
    [REQUIRED, 'Files upload required', 'Awaiting client upload'],
    [REVIEW, 'Files under review', 'Pending your review'],
    [UPDATE, 'Files update required', 'Awaiting client update'],
    [READY, 'Ready to go!', 'Ready to go!'],
    [DELIVER, 'Awaiting session files', 'Files upload required'],
    [DELIVERED, 'Files ready to download!', 'Files uploaded'],
    ['cancelled', 'Cancelled', 'Cancelled'],
  ] as const)('%s reads %s to the client and %s to the musician', (status, client, partner) => {
    expect(statusLabel('client', status, 1)).toBe(client);
    expect(statusLabel('managed', status, 1)).toBe(client);
    expect(statusLabel('partner', status, 1)).toBe(partner);
  });
  test('closed without output is "Session closed" to both', () => {
    expect(statusLabel('client', DELIVERED, 0)).toBe('Session closed');
    expect(statusLabel('partner', DELIVERED, 0)).toBe('Session closed');
  });
});

test('a session of the wire is checked by its dates as instants', () => {
  const session = withInstants({ start_date: '2026-11-21T11:00:00Z', end_date: '2026-11-21T12:00:00Z' });
  expect(session.starts_at.equals(at('2026-11-21T11:00:00Z'))).toBe(true);
  expect(session.ends_at.equals(ENDS)).toBe(true);
});
