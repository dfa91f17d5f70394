import { describe, expect, test } from 'vitest';
import { runOf } from './run-of.ts';

const at = (iso: string) => Temporal.Instant.from(iso);
/** A Saturday. */
const NOW = at('2026-11-21T12:00:00Z');
const slot = (starts_at: Temporal.Instant) => ({
  id: starts_at.toString(),
  starts_at,
  ends_at: starts_at.add({ minutes: 30 }),
});
/** Six half hours in a row from 9:00 on, Monday to Friday, for six weeks around now. */
const WEEKDAYS = Array.from({ length: 42 }, (_, day) => at('2026-11-02T09:00:00Z').add({ hours: 24 * day }))
  .filter((_, day) => day % 7 < 5)
  .flatMap((start) => Array.from({ length: 6 }, (_, half) => slot(start.add({ minutes: 30 * half }))));
const INSTANTS = Array.from({ length: 7 * 24 }, (_, hours) => NOW.add({ hours, minutes: 20 }));

describe('the slots of a session of the demo', () => {
  test.each([
    ['the first from a future day on', 2, 1, '2026-11-24T09:00:00Z'],
    ['as many in a row', 2, 3, '2026-11-24T09:00:00Z'],
    [
      'the last before the end of a past day, not the one that ended a day ago',
      -1,
      1,
      '2026-11-20T11:00:00Z',
    ],
  ])('%s', (_, day, count, first) => {
    expect(runOf(WEEKDAYS, count, day, NOW)[0]?.id).toBe(first);
    expect(runOf(WEEKDAYS, count, day, NOW)).toHaveLength(count);
  });

  test('at whatever time of the week, no limit of whole days passes within two hours', () => {
    for (const now of INSTANTS)
      for (const day of [2, 3, 5, 7, -1, -4, -6]) {
        const run = runOf(WEEKDAYS, 1, day, now);
        const limit = day < 0 ? run[0]?.ends_at : run[0]?.starts_at;
        const hours = now.until(limit ?? now).total('hours');
        const untilLimit = ((hours % 24) + 24) % 24;
        expect([now.toString(), day, untilLimit >= 2]).toEqual([now.toString(), day, true]);
        expect(day < 0 ? hours <= 24 * (day + 1) - 2 : hours >= 24 * day + 2).toBe(true);
      }
  });

  test('where a musician has no other time, the nearest', () => {
    const noon = WEEKDAYS.filter(({ id }) => id.includes('T11:30'));
    expect(runOf(noon, 1, 2, at('2026-11-21T11:00:00Z'))[0]?.id).toBe('2026-11-24T11:30:00Z');
  });

  test('too few are an error', () => {
    expect(() => runOf(WEEKDAYS, 7, 2, NOW)).toThrow('the demo found no 7 slots in a row on day 2');
  });
});
