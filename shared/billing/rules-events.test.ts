import { describe, expect, test } from 'vitest';
import { moneyEvents, type Payment, type Settlement } from './rules-events.ts';
import type { PaymentState } from './rules-provider.ts';

const at = (second: number) => Temporal.Instant.fromEpochMilliseconds(second * 1000);
const PAYMENT = { id: 'p', total_cents: 10_000 } as Payment;
const refund = (id: string, cents: number, second = 1) => ({ id, cents, at: at(second) });

/** What the next state brings, after the states before it. */
function after(...states: readonly PaymentState['refunds'][]) {
  let before: Settlement | null = null;
  let events: (readonly [id: string, cents: number])[] = [];
  for (const refunds of states) {
    const state = { total_cents: 10_000, paid_at: at(0), refunds, disputes: [] } as unknown as PaymentState;
    const { news, settled } = moneyEvents(PAYMENT, state, before);
    before = settled ?? before ?? { refunded_cents: 0, refunds: new Set(), disputes: new Map() };
    events = news.flatMap((event) =>
      event.what === 'refunded' ? [[event.refund_id, event.cents] as const] : [],
    );
  }
  return { events, refunded: before?.refunded_cents };
}

describe('each refund counts once', () => {
  const a = refund('a', 3000);
  const b = refund('b', 3000);

  test.each<[string, readonly PaymentState['refunds'][], readonly (readonly [string, number])[]]>([
    ['the first', [[], [a]], [['a', 3000]]],
    [
      'two at once',
      [[], [b, a]],
      [
        ['b', 3000],
        ['a', 6000],
      ],
    ],
    ['the same state again', [[], [a], [a]], []],
    ['the second of one second, listed first', [[], [a], [b, a]], [['b', 6000]]],
    [
      'one of before, which succeeded later',
      [[], [refund('late', 3000, 9)], [refund('late', 3000, 9), a]],
      [['a', 6000]],
    ],
    ['one in the place of one that failed', [[], [a], [b]], []],
    ['one in the place of a smaller one that failed', [[], [a], [refund('b', 5000)]], [['b', 5000]]],
    [
      'no more than was paid',
      [[], [refund('c', 9000), refund('d', 9000, 2)]],
      [
        ['c', 9000],
        ['d', 10_000],
      ],
    ],
  ])('%s', (_case, states, events) => {
    expect(after(...states).events).toEqual(events);
  });

  test('what was paid back is never taken back by a refund that failed', () => {
    expect(after([], [a], []).refunded).toBe(3000);
  });
});
