import { expect, test } from 'vitest';
import type { Status } from './rules-status.ts';
import { openJoinLink, waitingFor } from './rules-today.ts';

const at = (iso: string) => Temporal.Instant.from(iso);
const NOW = at('2026-11-21T20:00:00Z');
const LISBON = 'Europe/Lisbon';
const session = (name: string, status: Status, starts: string, unread = 0, delivery = 15) => {
  const starts_at = at(starts);
  const ends_at = starts_at.add({ minutes: 30 });
  return {
    name,
    status,
    starts_at,
    ends_at,
    due: ends_at.add({ minutes: delivery }),
    unread_messages: unread,
  };
};
const names = (sessions: readonly { readonly name: string }[]) => sessions.map(({ name }) => name);

test('what waits: to review, to deliver today, unread, and the next session', () => {
  const waiting = waitingFor(
    [
      session('later', 'client_files_pending_review', '2026-11-25T10:00:00Z'),
      session('soon', 'client_files_pending_review', '2026-11-22T10:00:00Z', 2),
      session('running', 'partner_ready_to_go', '2026-11-21T19:45:00Z'),
      session('asked', 'client_files_update_required', '2026-11-23T10:00:00Z'),
      session('just over', 'partner_ready_to_go', '2026-11-21T19:00:00Z', 1),
      session('late', 'partner_upload_required', '2026-11-18T10:00:00Z'),
      session('due tonight', 'partner_upload_required', '2026-11-21T19:00:00Z', 0, 269),
      session('due tomorrow', 'partner_upload_required', '2026-11-21T19:00:00Z', 0, 270),
      session('delivered', 'partner_deliverables_ready', '2026-11-20T10:00:00Z', 3),
      session('off', 'cancelled', '2026-11-30T10:00:00Z'),
    ],
    NOW,
    LISBON,
  );
  expect(names(waiting.review)).toEqual(['soon', 'later']);
  expect(names(waiting.deliver)).toEqual(['late', 'just over', 'due tonight']);
  expect(names(waiting.unread)).toEqual(['soon', 'just over', 'delivered']);
  expect(waiting.next?.name).toBe('running');
});

test('a session under review whose end has passed waits for its delivery instead', () => {
  const over = [session('over', 'client_files_pending_review', '2026-11-21T19:00:00Z')];
  const waiting = waitingFor(over, NOW, LISBON);
  expect([names(waiting.review), names(waiting.deliver), waiting.next]).toEqual([[], ['over'], null]);
});

test('nothing waits where nothing does', () => {
  expect(waitingFor([], NOW, LISBON)).toEqual({ review: [], deliver: [], unread: [], next: null });
});

test.each([
  ['19:49:59', false],
  ['19:50:00', true],
  ['20:29:59', true],
  ['20:30:00', false],
])('a session from 20:00 to 20:30 can be joined at %s: %s', (time, isOpen) => {
  const link = 'https://zoom.example/1';
  const next = { ...session('next', 'partner_ready_to_go', '2026-11-21T20:00:00Z'), livestream_link: link };
  const now = at(`2026-11-21T${time}Z`);
  expect(openJoinLink(next, now)).toBe(isOpen ? link : null);
  expect(openJoinLink({ ...next, livestream_link: null }, now)).toBeNull();
});
