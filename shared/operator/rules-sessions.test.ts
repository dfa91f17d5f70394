import { describe, expect, test } from 'vitest';
import type { Buyer } from '../catalogue/rules.ts';
import { effectiveStatus } from '../sessions/rules.ts';
import { SESSION_STATUSES } from '../sessions/rules-status.ts';
import { freeTimes, maySession, partsOfStatus, SESSION_VERBS, whenView } from './rules-sessions.ts';

const at = (time: string) => Temporal.Instant.from(`2026-11-24T${time}:00Z`);
const now = at('12:00');

const view = (filter: Parameters<typeof whenView>[0]) => {
  const { span, ...rest } = whenView(filter, { now, zone: 'America/New_York' });
  return { ...rest, span: span && [span.from.toString(), span.to.toString()] };
};

describe('parts of time', () => {
  test('days are those of the reader, earliest first', () => {
    const days = { isOver: null, earliestFirst: true };
    const [today, after] = ['2026-11-24T05:00:00Z', '2026-11-25T05:00:00Z'];
    expect(view({ when: 'today' })).toEqual({ ...days, span: [today, after] });
    expect(view({ when: 'week' })).toEqual({ ...days, span: [today, '2026-12-01T05:00:00Z'] });
    expect(view({ when: 'past', day: '2026-11-24' })).toEqual({ ...days, span: [today, after] });
    // The clocks go back on this day.
    expect(view({ day: '2026-11-01' }).span).toEqual(['2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z']);
  });

  test('what is to come begins with the next, all others with the latest', () => {
    expect(view({ when: 'upcoming' })).toEqual({ span: null, isOver: false, earliestFirst: true });
    expect(view({ when: 'past' })).toEqual({ span: null, isOver: true, earliestFirst: false });
    expect(view({})).toEqual({ span: null, isOver: null, earliestFirst: false });
  });
});

test('the parts of a status are the stored sessions that have it, each once', () => {
  for (const stored of SESSION_STATUSES)
    for (const ends_at of [at('11:00'), now, at('13:00')]) {
      const isDeliverable = ['partner_upload_required', 'partner_deliverables_ready'].includes(stored);
      if (isDeliverable && Temporal.Instant.compare(ends_at, now) > 0) continue;
      const isOver = Temporal.Instant.compare(ends_at, now) <= 0;
      const found = SESSION_STATUSES.filter((status) =>
        partsOfStatus(status).some((part) => part.stored === stored && (part.isOver ?? isOver) === isOver),
      );
      expect(found).toEqual([effectiveStatus({ status: stored, ends_at }, now)]);
    }
});

test.each([
  ['client_files_upload_required', '13:00', [true, true, 'You can do this once the session is over.']],
  ['partner_ready_to_go', '12:30', [true, true, 'You can do this once the session is over.']],
  ['partner_ready_to_go', '12:00', ['This session is over.', 'This session is over.', true]],
  ['partner_upload_required', '11:00', ['This session is over.', 'This session is over.', true]],
  [
    'partner_deliverables_ready',
    '11:00',
    ['This session is over.', 'This session is over.', 'The session files have already been delivered.'],
  ],
  [
    'cancelled',
    '13:00',
    ['This session was cancelled.', 'This session was cancelled.', 'This session was cancelled.'],
  ],
] as const)('an operator with a session that is %s and ends at %s', (status, end, expected) => {
  const session = { status, starts_at: at('10:00'), ends_at: at(end) };
  const may = SESSION_VERBS.map((verb) => maySession(verb, session, now));
  expect(may.map((one) => (one.allowed ? true : one.reason))).toEqual(expected);
});

const slot = (time: string, taken = false) => ({
  id: time,
  starts_at: at(time),
  ends_at: at(time).add({ minutes: 30 }),
  category: 'drums',
  taken,
});

describe('free times', () => {
  const others = { exclusive_prices_value: 1, alternative_value: null, alternative_value_annual: null };
  const service = { category: 'drums', unit_minutes: 30, slots: 2, credits: 3, ...others };
  const cohorts = { hasExclusivePrices: false, isPrePivot: false };
  const buyer: Buyer = { cohort: 'ondemand', cohorts, isAnnual: false };
  const times = (slots: Parameters<typeof freeTimes>[0], many = 2) =>
    freeTimes(slots, { service, many, buyer, zone: 'UTC', now }).map(
      ({ starts_at, ends_at }) => `${starts_at.toString().slice(11, 16)} ${ends_at.toString().slice(11, 16)}`,
    );

  test('begin where enough slots follow each other and none is taken', () => {
    const day = [
      slot('12:30'),
      slot('13:00'),
      slot('14:00', true),
      slot('15:00'),
      slot('16:10'),
      slot('19:00'),
    ];
    expect(times(day)).toEqual(['12:30 13:30', '15:00 16:40']);
    expect(times(day, 3)).toEqual([]);
    expect(times([])).toEqual([]);
  });

  test('are to come, within two months and at most 180 minutes long', () => {
    expect(times([slot('12:00'), slot('12:30'), slot('13:00')])).toEqual(['12:30 13:30']);
    const far = { ...slot('12:30'), starts_at: at('12:30').add({ hours: 24 * 90 }) };
    expect(times([far, { ...far, id: 'next', starts_at: far.starts_at.add({ minutes: 30 }) }])).toEqual([]);
    const long = Array.from({ length: 8 }, (_, n) =>
      slot(`${13 + Math.floor(n / 2)}:${n % 2 === 0 ? '00' : '30'}`),
    );
    expect(times(long, 6)).toEqual(['13:00 16:00', '13:30 16:30', '14:00 17:00']);
    expect(times(long, 8)).toEqual([]);
  });
});
