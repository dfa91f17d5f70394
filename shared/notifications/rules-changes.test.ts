import { describe, expect, test } from 'vitest';
import { changeDueAt, changeMail, newsDueAt } from './rules-changes.ts';

const NOW = Temporal.Instant.from('2026-11-21T12:00:00Z');
const LATER = NOW.add({ hours: 72 });
const TEN = NOW.add({ minutes: 10 });

describe('changes of one session within 10 minutes are one mail', () => {
  test.each([
    ['moved', LATER, LATER.add({ hours: 1 }), TEN],
    ['edited', LATER, LATER, TEN],
    ['cancelled', LATER, LATER, TEN],
    ['cancelled', NOW.add({ minutes: 61 }), NOW.add({ minutes: 61 }), TEN],
    ['cancelled', NOW.add({ minutes: 60 }), NOW.add({ minutes: 60 }), NOW],
    ['cancelled', NOW.subtract({ minutes: 5 }), NOW.subtract({ minutes: 5 }), NOW],
    ['moved', NOW.add({ minutes: 30 }), LATER, NOW],
    ['moved', LATER, NOW.add({ minutes: 30 }), NOW],
    ['edited', NOW.add({ minutes: 30 }), NOW.add({ minutes: 30 }), TEN],
  ] as const)('%s, from %s to %s, is mailed at %s', (what, known_start, starts_at, due) => {
    expect(changeDueAt({ what, known_start, starts_at }, NOW).toString()).toBe(due.toString());
  });

  test.each([
    ['cancelled after a move', true, LATER, NOW, false, 'session-cancelled'],
    ['moved', false, LATER, NOW, false, 'session-moved'],
    ['moved and edited', false, LATER, NOW, true, 'session-moved'],
    ['moved there and back', false, LATER, LATER, false, null],
    ['moved there and back, and edited', false, LATER, LATER, true, 'session-edited'],
    ['edited', false, LATER, null, true, 'session-edited'],
  ] as const)('%s', (_, isCancelled, starts_at, known_start, edited, mail) => {
    expect(changeMail({ isCancelled, starts_at, known_start, edited })).toBe(mail);
  });
});

test('other news go out at once, and again at the earliest 10 minutes after the last mail of their kind', () => {
  expect(newsDueAt(null, NOW)).toBe(NOW);
  expect(newsDueAt(NOW.subtract({ minutes: 4 }), NOW).toString()).toBe('2026-11-21T12:06:00Z');
  expect(newsDueAt(NOW.subtract({ minutes: 10 }), NOW)).toBe(NOW);
});
