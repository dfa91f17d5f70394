import { describe, expect, test } from 'vitest';
import {
  copyDay,
  moveBlock,
  placeFor,
  resizeEnd,
  resizeStart,
  toBlocks,
  toHours,
  type HoursBlock,
} from './hours-blocks.ts';

const RECORDING = { category: 'instruments', unit_minutes: 30 };
const block = (more: Partial<HoursBlock> = {}): HoursBlock => ({
  id: 0,
  weekday: 1,
  from: 600,
  slots: 2,
  ...RECORDING,
  ...more,
});

test('hours in a row of one kind are a block, and come back the same', () => {
  const hours = [
    { weekday: 1, from: '10:00', ...RECORDING },
    { weekday: 1, from: '10:30', ...RECORDING },
    { weekday: 1, from: '11:15', ...RECORDING },
    { weekday: 2, from: '10:00', category: 'vocals', unit_minutes: 45 },
  ];
  const blocks = toBlocks(hours.toReversed());
  expect(blocks.map(({ weekday, from, slots }) => [weekday, from, slots])).toEqual([
    [1, 600, 2],
    [1, 675, 1],
    [2, 600, 1],
  ]);
  expect(toHours(blocks)).toEqual(hours);
});

describe('editing', () => {
  test('a block stays within its day and week', () => {
    expect(moveBlock(block(), { from: -30 }).from).toBe(0);
    expect(moveBlock(block(), { from: 1430, weekday: 9 })).toMatchObject({ from: 1380, weekday: 7 });
  });
  test('an end moves in steps of the unit, one slot at least', () => {
    expect(resizeEnd(block(), 0).slots).toBe(1);
    expect(resizeEnd(block({ from: 1350 }), 9).slots).toBe(3);
  });
  test('a start moves and the end stays', () => {
    expect(resizeStart(block(), 4)).toMatchObject({ from: 540, slots: 4 });
    expect(resizeStart(block(), 0)).toMatchObject({ from: 630, slots: 1 });
    expect(resizeStart(block({ from: 20 }), 9)).toMatchObject({ from: 20, slots: 2 });
  });
  test('new hours come after the last ones of the day', () => {
    expect(placeFor([], { weekday: 3, ...RECORDING })).toMatchObject({ weekday: 3, from: 600, slots: 1 });
    expect(placeFor([block({ from: 605 })], { weekday: 1, ...RECORDING })).toMatchObject({
      id: 1,
      from: 675,
    });
  });
  test("a day's hours take the place of those of other days", () => {
    const copied = copyDay([block(), block({ id: 1, weekday: 2, from: 900 })], 1, [1, 2, 3]);
    expect(copied.map(({ weekday, from }) => `${weekday} ${from}`)).toEqual(['1 600', '2 600', '3 600']);
    expect(new Set(copied.map(({ id }) => id)).size).toBe(3);
  });
});
