import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseLive, isChargedInVain, isLive, type KnownSubscription } from './rules-status.ts';

const at = (hour: number) => Temporal.Instant.from('2026-11-21T12:00:00Z').add({ hours: hour });

const known = (id: string, hour: number, more: Partial<KnownSubscription> = {}): KnownSubscription => ({
  id,
  status: 'active',
  created_at: at(hour),
  active_from: at(hour),
  period_start: at(hour),
  ended_at: null,
  is_second: false,
  replaced_by: null,
  replaces: null,
  ...more,
});

const over = (hour: number) => ({ status: 'canceled', ended_at: at(hour) }) as const;
const replaces = (id: string, hour: number, is_credited = true) => ({
  replaces: { id, counted_at: at(hour), is_credited },
});

describe('the live one of several subscriptions', () => {
  test.for<
    [
      string,
      readonly KnownSubscription[],
      { live: string | null; seconds?: readonly string[]; replaced?: Readonly<Record<string, string>> },
    ]
  >([
    ['one', [known('a', 0)], { live: 'a' }],
    ['none that began', [known('a', 0, { active_from: null, status: 'incomplete' })], { live: null }],
    ['the earlier one', [known('b', 1), known('a', 0)], { live: 'a', seconds: ['b'] }],
    ['one after another', [known('a', 0, over(5)), known('b', 5)], { live: 'b' }],
    [
      'one bought to take the place of the other',
      [known('a', 0), known('b', 9, replaces('a', 8))],
      { live: 'b', replaced: { a: 'b' } },
    ],
    [
      'the same once the other is over',
      [known('a', 0, { ...over(10), replaced_by: 'b' }), known('b', 9, replaces('a', 8))],
      { live: 'b', replaced: { a: 'b' } },
    ],
    [
      'the other, which has renewed since its credit was counted',
      [known('a', 0, { period_start: at(9) }), known('b', 10, replaces('a', 8))],
      { live: 'a', seconds: ['b'] },
    ],
    [
      'the new one up to a day after its credit was counted',
      [known('a', 0), known('b', 32, replaces('a', 8))],
      { live: 'b', replaced: { a: 'b' } },
    ],
    [
      'the other, when the credit was counted more than a day ago',
      [known('a', 0), known('b', 33, replaces('a', 8))],
      { live: 'a', seconds: ['b'] },
    ],
    [
      'the new one at any time, when nothing was credited',
      [known('a', 0), known('b', 200, replaces('a', 8, false))],
      { live: 'b', replaced: { a: 'b' } },
    ],
    [
      'one that took the place long ago, however it was counted',
      [known('a', 0, { ...over(34), replaced_by: 'b' }), known('b', 33, replaces('a', 8))],
      { live: 'b', replaced: { a: 'b' } },
    ],
    [
      'a renewal later on changes nothing',
      [known('a', 0, { period_start: at(20), replaced_by: 'b' }), known('b', 9, replaces('a', 8))],
      { live: 'b', replaced: { a: 'b' } },
    ],
    [
      'two for the same place: the first of them',
      [known('a', 0), known('b', 9, replaces('a', 8)), known('c', 10, replaces('a', 8))],
      { live: 'b', replaced: { a: 'b' }, seconds: ['c'] },
    ],
    [
      'of two of one second for the same place the one that has it',
      [
        known('a', 0, { ...over(9), replaced_by: 'c' }),
        known('b', 9, replaces('a', 8)),
        known('c', 9, replaces('a', 8)),
      ],
      { live: 'c', replaced: { a: 'c' }, seconds: ['b'] },
    ],
    [
      'one after the other in a place',
      [known('a', 0), known('b', 9, replaces('a', 8)), known('c', 20, replaces('b', 19))],
      { live: 'c', replaced: { a: 'b', b: 'c' } },
    ],
    [
      'a second one takes no place',
      [known('a', 0), known('b', 9, { ...replaces('a', 8), is_second: true })],
      { live: 'a', seconds: ['b'] },
    ],
    [
      'of three of one second the same one, however they are told',
      [known('b', 1, replaces('d', 0)), known('c', 1), known('d', 1), known('a', 2)],
      { live: 'c', seconds: ['d', 'b', 'a'] },
    ],
    [
      'the one in whose place it came is over, and it is over, too',
      [known('a', 0, { ...over(10), replaced_by: 'b' }), known('b', 9, { ...replaces('a', 8), ...over(30) })],
      { live: null, replaced: { a: 'b' } },
    ],
  ])('%s', ([, subscriptions, { live, seconds = [], replaced = {} }]) => {
    for (const order of [subscriptions, subscriptions.toReversed()]) {
      const chosen = chooseLive(order);
      expect(chosen.live).toBe(live);
      expect([...chosen.seconds]).toEqual(seconds);
      expect(Object.fromEntries([...chosen.replaced].map(([id, { by }]) => [id, by]))).toEqual(replaced);
    }
  });
});

const ids = ['a', 'b', 'c', 'd'];
/** Subscriptions in the order in which they were bought: none takes the place of one that was bought after it. */
const some = fc
  .uniqueArray(fc.constantFrom(...ids), { minLength: 1 })
  .chain((chosen) =>
    fc.tuple(
      ...chosen.map((id, index) =>
        fc.record({
          id: fc.constant(id),
          hour: fc.nat(6),
          lasts: fc.option(fc.integer({ min: 1, max: 6 })),
          target: index === 0 ? fc.constant(null) : fc.option(fc.constantFrom(...chosen.slice(0, index))),
          counted: fc.nat(6),
        }),
      ),
    ),
  )
  .map((all) =>
    all.map(({ id, hour, lasts, target, counted }) =>
      known(id, hour, {
        ...(lasts === null ? {} : over(hour + lasts)),
        ...(target === null ? {} : replaces(target, counted)),
      }),
    ),
  );

test('of any subscriptions at most one is live, each of the others has its reason, in whatever order they come', () => {
  fc.assert(
    fc.property(some, (subscriptions) => {
      const { live, seconds, replaced } = chooseLive(subscriptions);
      for (const one of subscriptions.filter(isLive))
        expect([live === one.id, seconds.has(one.id), replaced.has(one.id)].filter(Boolean)).toEqual([true]);
      expect(chooseLive(subscriptions.toReversed())).toEqual({ live, seconds, replaced });
    }),
  );
});

test('what was decided once stays decided, whatever renews or ends later', () => {
  fc.assert(
    fc.property(some, fc.array(fc.nat(9)), (subscriptions, renewals) => {
      const { seconds, replaced } = chooseLive(subscriptions);
      const later = subscriptions.map((one, index) => ({
        ...one,
        is_second: seconds.has(one.id),
        replaced_by: replaced.get(one.id)?.by ?? null,
        period_start: at(renewals[index] ?? 0),
        ...(replaced.has(one.id) && isLive(one) ? over(20) : {}),
      }));
      const again = chooseLive(later);
      expect(again.seconds).toEqual(seconds);
      expect(again.replaced).toEqual(replaced);
    }),
  );
});

test('a charge after another subscription took the place is in vain', () => {
  const replaced = { by: 'b', at: at(5) };
  expect([4, 5, 6].map((hour) => isChargedInVain(at(hour), replaced))).toEqual([false, false, true]);
  expect(isChargedInVain(at(6), undefined)).toBe(false);
});
