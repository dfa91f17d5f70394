import { expect, test } from 'vitest';
import { BY_OF, FIGURES, figureValue, periodsOf, rangeErrors } from './rules-figures.ts';

test('a range has at most 1100 days and ends after it begins', () => {
  expect(rangeErrors('2026-01-01', '2026-01-01')).toEqual([]);
  expect(rangeErrors('2026-01-02', '2026-01-01')).toMatchObject([{ field: 'to' }]);
  expect(rangeErrors('2020-01-01', '2026-01-01')).toMatchObject([{ field: 'from' }]);
});

test('weeks begin on Monday, months on their first day, also where the range begins within one', () => {
  expect(periodsOf('2026-11-24', '2026-12-07', 'week').map(String)).toEqual([
    '2026-11-23',
    '2026-11-30',
    '2026-12-07',
  ]);
  expect(periodsOf('2025-12-31', '2026-02-01', 'month').map(String)).toEqual([
    '2025-12-01',
    '2026-01-01',
    '2026-02-01',
  ]);
});

test('ratios have no value where there is nothing to divide by; counts are 0', () => {
  expect(FIGURES.map((figure) => figureValue(figure, { amount: 0, base: 0 }))).toEqual([
    0,
    0,
    0,
    null,
    null,
    null,
  ]);
  expect(figureValue('utilization', { amount: 30, base: 120 })).toBe(0.25);
  expect(BY_OF.revenue).toEqual(['week', 'month']);
});
