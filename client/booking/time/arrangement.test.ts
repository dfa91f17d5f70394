import { describe, expect, test } from 'vitest';
import { bookableDays } from '#shared/booking/rules.ts';
import { DAYS_AHEAD } from '#shared/calendar/rules.ts';
import { dayOf, lastBookableDay } from '#shared/lib/time.ts';
import { lanesOf, neighborSlot, pageCount, pageDays, pageOf, rulerOf, runsOf } from './arrangement.ts';

const slot = (id: string, start: string, duration = 30) => {
  const starts_at = Temporal.Instant.from(start);
  return { id, starts_at, duration, ends_at: starts_at.add({ minutes: duration }) };
};
const date = (text: string) => Temporal.PlainDate.from(text);

describe('days as lanes', () => {
  test('a page is seven days, the first one begins today, and the last one ends two months on', () => {
    const days = bookableDays(Temporal.Instant.from('2026-11-21T12:00:00Z'), 'Europe/Lisbon');
    expect(days).toBe(62);
    expect(pageDays(date('2026-11-21'), 0, days).map(String)[0]).toBe('2026-11-21');
    expect(pageCount(days)).toBe(9);
    expect(pageDays(date('2026-11-21'), 8, days).map(String)).toEqual([
      '2027-01-16',
      '2027-01-17',
      '2027-01-18',
      '2027-01-19',
      '2027-01-20',
      '2027-01-21',
    ]);
    expect(pageOf(61)).toBe(8);
  });

  test('every day that can be booked is asked for and on a page, whatever the month', () => {
    const start = Temporal.Instant.from('2026-01-01T12:00:00Z');
    for (let n = 0; n < 1461; n += 1) {
      const now = start.add({ hours: 24 * n });
      const days = bookableDays(now, 'Europe/Lisbon');
      expect(days - 1).toBeLessThanOrEqual(DAYS_AHEAD);
      const today = dayOf(now, 'Europe/Lisbon');
      const last = pageDays(today, pageCount(days) - 1, days).at(-1);
      expect(String(last)).toBe(String(lastBookableDay(now, 'Europe/Lisbon')));
    }
  });

  test("a slot lies on the reader's own day and hour", () => {
    const late = slot('a', '2026-11-24T02:30:00Z');
    const [monday] = lanesOf([late], [date('2026-11-23')], 'America/New_York');
    expect(monday?.clips[0]).toMatchObject({ from: 21 * 60 + 30, to: 22 * 60, row: 0 });
  });

  test('an hour that comes twice gets a second row, a skipped one leaves a gap', () => {
    const twice = [slot('a', '2026-10-25T00:30:00Z'), slot('b', '2026-10-25T01:30:00Z')];
    const [back] = lanesOf(twice, [date('2026-10-25')], 'Europe/Lisbon');
    expect(back?.rows).toBe(2);
    expect(back?.clips.map(({ from, row }) => [from, row])).toEqual([
      [90, 0],
      [90, 1],
    ]);
    const around = [slot('a', '2027-03-28T00:30:00Z'), slot('b', '2027-03-28T01:00:00Z')];
    const [on] = lanesOf(around, [date('2027-03-28')], 'Europe/Lisbon');
    expect(on?.clips.map(({ from }) => from)).toEqual([30, 120]);
  });
});

describe('the ruler', () => {
  test('covers what is there and at least eight hours', () => {
    const ruler = rulerOf([{ from: 14 * 60, to: 14 * 60 + 30 }]);
    expect(ruler.width).toBe(8);
    expect(ruler.place(14 * 60 + 30) - ruler.place(14 * 60)).toBe(0.5);
  });

  test('folds long empty hours away', () => {
    const ruler = rulerOf([
      { from: 0, to: 300 },
      { from: 22 * 60, to: 24 * 60 },
    ]);
    expect(ruler.folds).toHaveLength(1);
    expect(ruler.width).toBeLessThan(10);
    expect(ruler.place(22 * 60)).toBeGreaterThan(ruler.place(300));
  });

  test('goes on past midnight for a clip that does', () => {
    const ruler = rulerOf([{ from: 23 * 60 + 30, to: 24 * 60 + 15 }]);
    expect(ruler.place(24 * 60 + 15)).toBeGreaterThan(ruler.place(23 * 60 + 30));
    expect(ruler.ticks.at(-1)?.label).toBe('00:00');
  });
});

describe('clips', () => {
  const monday = [
    slot('a', '2026-11-23T09:00:00Z'),
    slot('b', '2026-11-23T09:30:00Z'),
    slot('c', '2026-11-23T10:30:00Z'),
  ];
  const wednesday = [slot('d', '2026-11-25T10:00:00Z')];
  const lanes = lanesOf([...monday, ...wednesday], pageDays(date('2026-11-23'), 0, 62), 'Europe/Lisbon');

  test('chosen neighbours join, others stay apart', () => {
    const lane = lanes[0];
    if (!lane) throw new Error('no lane');
    const runs = runsOf(lane, new Set(['a', 'b', 'c']));
    expect(runs.map((run) => run.map(({ slot }) => slot.id))).toEqual([['a', 'b'], ['c']]);
  });

  test('arrows move between clips and skip empty lanes', () => {
    expect(neighborSlot(lanes, 'a', 'ArrowRight')?.id).toBe('b');
    expect(neighborSlot(lanes, 'a', 'ArrowDown')?.id).toBe('d');
    expect(neighborSlot(lanes, 'd', 'ArrowUp')?.id).toBe('b');
    expect(neighborSlot(lanes, 'c', 'Home')?.id).toBe('a');
    expect(neighborSlot(lanes, 'a', 'End')?.id).toBe('c');
    expect(neighborSlot(lanes, 'a', 'ArrowLeft')).toBeNull();
    expect(neighborSlot(lanes, 'd', 'ArrowDown')).toBeNull();
  });
});
