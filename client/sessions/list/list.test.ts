import { describe, expect, test } from 'vitest';
import type { ReadOf } from '#shared/lib/endpoint.ts';
import type { listSessions, SessionCard } from '#shared/sessions/contract.ts';
import { listTabs, optionsText, truncateTitle } from './list.ts';

const NOW = Temporal.Instant.from('2026-11-21T12:00:00Z');

function card(id: number, start: string, status: SessionCard['status']): SessionCard {
  const end = Temporal.Instant.from(start).add({ minutes: 30 }).toString();
  const person = { id: 'p', name: 'Ana', avatar: null, timezone: 'UTC' };
  return {
    id,
    type: 'upcoming',
    status,
    start_date: start,
    end_date: end,
    duration: 30,
    instrument_name: 'Drums',
    user: { ...person, email: 'ana@demo.test' },
    partner: { ...person, slug: 'ana', sessions_type: 'all' },
    session_info: {
      title: 'Night Drive',
      track_genre: null,
      reference_track: null,
      meter: null,
      bpm: null,
      sampleRate: null,
      options: {},
      named_options: [],
    },
    unread_messages: 0,
    rating: { rating: 0, comment: null, status: 'none', rated_at: null },
    files: { user: 0, output: 0 },
    download: null,
    delivery_due_at: null,
    delivery_late: false,
    cancelled_at: null,
  };
}

const answer = (sessions: SessionCard[], total = sessions.length): ReadOf<typeof listSessions> => ({
  sessions,
  total,
  counts: { pending_review: 70, upcoming_partners: 80, upcoming: 90, past: 1200 },
});

const SESSIONS = [
  card(1, '2026-11-25T10:00:00Z', 'partner_ready_to_go'),
  card(2, '2026-11-23T10:00:00Z', 'client_files_pending_review'),
  card(3, '2026-11-20T10:00:00Z', 'partner_deliverables_ready'),
  card(4, '2026-11-21T11:00:00Z', 'partner_ready_to_go'),
  card(5, '2026-11-30T10:00:00Z', 'cancelled'),
];

const said = (role: 'client' | 'partner') => listTabs(role, answer([]), NOW).map(({ empty }) => empty);

describe('My Sessions', () => {
  test('gives a client Upcoming by start ascending and Previous by start descending, each with a count', () => {
    const tabs = listTabs('client', answer(SESSIONS), NOW);
    expect(tabs.map(({ text, count }) => [text, count])).toEqual([
      ['Upcoming', 2],
      ['Previous', 3],
    ]);
    expect(tabs.map(({ sessions }) => sessions.map(({ id }) => id))).toEqual([
      [2, 1],
      [5, 4, 3],
    ]);
  });

  test('gives a partner Pending Review, Upcoming and Completed', () => {
    const tabs = listTabs('partner', answer(SESSIONS), NOW);
    expect(tabs.map(({ text, slug, count }) => [text, slug, count])).toEqual([
      ['Pending Review', 'pending-review', 1],
      ['Upcoming', 'upcoming', 1],
      ['Completed', 'completed', 3],
    ]);
  });

  test('moves a session to the other list at its end, without a call', () => {
    const later = Temporal.Instant.from('2026-11-23T10:30:00Z');
    expect(listTabs('client', answer(SESSIONS), later)[0]?.sessions.map(({ id }) => id)).toEqual([1]);
    const before = Temporal.Instant.from('2026-11-23T10:29:59Z');
    expect(listTabs('client', answer(SESSIONS), before)[0]?.sessions.map(({ id }) => id)).toEqual([2, 1]);
  });

  test("keeps the server's counts when one answer does not hold all", () => {
    const tabs = listTabs('client', answer(SESSIONS, 1290), NOW);
    expect(tabs.map(({ count }) => count)).toEqual([90, 1200]);
  });

  test('says the right word when a tab is empty', () => {
    expect(said('client')).toEqual([
      "You don't have any upcoming sessions, yet!",
      "You don't have any completed sessions, yet!",
    ]);
    expect(said('partner')).toEqual([
      "You don't have any pending sessions, yet!",
      "You don't have any upcoming sessions, yet!",
      "You don't have any completed sessions, yet!",
    ]);
  });
});

describe("a card's track", () => {
  test('is shown whole up to 80 characters and truncated to 80 beyond', () => {
    expect(truncateTitle('x'.repeat(80))).toBe('x'.repeat(80));
    expect(truncateTitle('x'.repeat(81))).toBe(`${'x'.repeat(79)}…`);
    expect(Array.from(truncateTitle('🎻'.repeat(200)))).toHaveLength(80);
  });

  test('says its options and nothing else', () => {
    expect(
      optionsText([
        { label: 'Part', value: 'Lead vocal' },
        { label: 'Tuning', value: 'Drop D' },
      ]),
    ).toBe('Part: Lead vocal · Tuning: Drop D');
    expect(optionsText([])).toBe('');
  });
});
