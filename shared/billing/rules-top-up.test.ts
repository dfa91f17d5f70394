import { expect, test } from 'vitest';
import { readQuantity, stepQuantity } from './rules-top-up.ts';

test.each([
  ['1', 1],
  [' 100 ', 100],
  ['007', 7],
  ['0', null],
  ['101', null],
  ['', null],
  ['-1', null],
  ['1.5', null],
  ['1e1', null],
  ['three', null],
])('%j is %j credits', (text, quantity) => {
  expect(readQuantity(text)).toBe(quantity);
});

test('plus and minus stay between 1 and 100', () => {
  expect([stepQuantity(1, -1), stepQuantity(1, 1), stepQuantity(100, 1), stepQuantity(100, -1)]).toEqual([
    1, 2, 100, 99,
  ]);
  expect([stepQuantity(null, 1), stepQuantity(null, -1)]).toEqual([1, 1]);
});
