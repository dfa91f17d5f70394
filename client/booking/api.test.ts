import { expect, test } from 'vitest';
import { holdsEndIn } from './api.ts';

const held = (...times: (string | null)[]) => times.map((held_until) => ({ held_until }));

test('slots are read again when the first hold on them ends', () => {
  const now = Date.parse('2026-11-24T12:00:00Z');
  expect(holdsEndIn([], now)).toBe(false);
  expect(holdsEndIn(held(null, null), now)).toBe(false);
  expect(holdsEndIn(held(null, '2026-11-24T12:15:00Z', '2026-11-24T12:03:00Z'), now)).toBe(180_000);
  expect(holdsEndIn(held('2026-11-24T11:59:59Z'), now), 'over by our clock, not yet by the server').toBe(500);
});
