import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backupName, dueBackup, keptBackups, nextPlanned, plannedOf } from './rules-backups.ts';

const at = (text: string) => Temporal.Instant.from(text);
const TIME = Temporal.PlainTime.from('02:30');
const texts = (all: readonly Temporal.Instant[]) => all.map(String);

const instants = fc
  .uniqueArray(fc.integer({ min: 0, max: 3 * 366 * 1440 }), { maxLength: 200 })
  .map((minutes) => minutes.map((one) => at('2024-12-20T00:00Z').add({ minutes: one })));
const keeps = fc
  .record({ daily: fc.nat(10), weekly: fc.nat(6), monthly: fc.nat(14) })
  .filter(({ daily, weekly, monthly }) => daily + weekly + monthly > 0);
const oldestFirst = (all: readonly Temporal.Instant[]) =>
  all.toSorted((a, b) => Temporal.Instant.compare(a, b));

describe('kept backups', () => {
  test('a year of daily ones leaves seven days, four weeks and twelve months', () => {
    const year = Array.from({ length: 365 }, (_, day) => at('2025-01-01T02:30Z').add({ hours: 24 * day }));
    const kept = texts(keptBackups(year, { daily: 7, weekly: 4, monthly: 12 })).map((text) =>
      text.slice(0, 10),
    );
    expect(kept.join(' ')).toBe(
      '2025-12-31 2025-12-30 2025-12-29 2025-12-28 2025-12-27 2025-12-26 2025-12-25 ' +
        '2025-12-21 2025-12-14 2025-11-30 2025-10-31 2025-09-30 2025-08-31 2025-07-31 ' +
        '2025-06-30 2025-05-31 2025-04-30 2025-03-31 2025-02-28 2025-01-31',
    );
  });

  test('the newest is kept always, and never more than the rule says', () => {
    fc.assert(
      fc.property(instants, keeps, (taken, keep) => {
        const kept = keptBackups(taken, keep);
        expect(kept.length).toBeLessThanOrEqual(keep.daily + keep.weekly + keep.monthly);
        expect(kept[0]).toEqual(oldestFirst(taken).at(-1));
        expect(taken).toEqual(expect.arrayContaining(kept));
      }),
    );
  });

  test('deleting after each backup leaves what deleting once at the end leaves', () => {
    fc.assert(
      fc.property(instants, keeps, (taken, keep) => {
        let left: Temporal.Instant[] = [];
        for (const one of oldestFirst(taken)) left = keptBackups([...left, one], keep);
        expect(texts(left)).toEqual(texts(keptBackups(taken, keep)));
      }),
    );
  });

  test('a rule that keeps more keeps at least the same', () => {
    fc.assert(
      fc.property(instants, keeps, (taken, keep) => {
        const more = { daily: keep.daily + 1, weekly: keep.weekly + 1, monthly: keep.monthly + 1 };
        expect(texts(keptBackups(taken, more))).toEqual(
          expect.arrayContaining(texts(keptBackups(taken, keep))),
        );
      }),
    );
  });
});

const due = (now: string, last: Parameters<typeof dueBackup>[2]) =>
  dueBackup(at(now), TIME, last)?.toString();
const good = (planned: string) => ({
  planned_for: at(planned),
  ended_at: at(planned).add({ minutes: 1 }),
  failure: null,
});

describe('due backups', () => {
  test('the first one is due at once, for the last planned time', () => {
    expect(due('2026-11-24T02:30Z', null)).toBe('2026-11-24T02:30:00Z');
    expect(due('2026-11-24T02:29Z', null)).toBe('2026-11-23T02:30:00Z');
  });

  test('after a good one the next is due when its time has come, also days later', () => {
    expect(due('2026-11-25T02:29Z', good('2026-11-24T02:30Z'))).toBeUndefined();
    expect(due('2026-11-25T02:30Z', good('2026-11-24T02:30Z'))).toBe('2026-11-25T02:30:00Z');
    expect(due('2026-11-29T14:00Z', good('2026-11-24T02:30Z'))).toBe('2026-11-29T02:30:00Z');
  });

  test('one that was killed is due at once, one that failed after half an hour', () => {
    const begun = { planned_for: at('2026-11-24T02:30Z'), ended_at: null, failure: null };
    expect(due('2026-11-24T02:35Z', begun)).toBe('2026-11-24T02:30:00Z');
    const failed = { ...begun, ended_at: at('2026-11-24T02:31Z'), failure: 'no room' };
    expect(due('2026-11-24T03:00Z', failed)).toBeUndefined();
    expect(due('2026-11-24T03:01Z', failed)).toBe('2026-11-24T02:30:00Z');
  });

  test('an earlier time of day does not make a second one of a time that has one', () => {
    expect(
      dueBackup(at('2026-11-24T02:40Z'), Temporal.PlainTime.from('02:00'), good('2026-11-24T02:30Z')),
    ).toBeNull();
  });

  test('the next one is planned for the next time of day', () => {
    expect(nextPlanned(at('2026-11-24T02:30Z'), TIME).toString()).toBe('2026-11-25T02:30:00Z');
    expect(nextPlanned(at('2026-11-24T02:29Z'), TIME).toString()).toBe('2026-11-24T02:30:00Z');
  });
});

test('a name and its planned time belong together; other names are nobody’s', () => {
  expect(backupName(at('2026-11-24T02:30Z'))).toBe('talkback-20261124T0230Z');
  expect(plannedOf('talkback-20261124T0230Z')?.toString()).toBe('2026-11-24T02:30:00Z');
  for (const other of ['talkback-20261124T0230Z.unfinished-1', 'talkback-20261324T0230Z', 'music', '']) {
    expect(plannedOf(other)).toBeNull();
  }
});
