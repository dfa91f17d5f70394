import { expect, test } from 'vitest';
import { readPayoutsMonth } from './payouts-search.ts';

test('the month of the address, else the one before', () => {
  const today = Temporal.PlainDate.from('2026-01-15');
  expect(readPayoutsMonth({ year: '2025', month: '10' }, today)).toEqual({ year: 2025, month: 10 });
  expect(readPayoutsMonth({ year: 2026, month: 12 }, today)).toEqual({ year: 2026, month: 12 });
  for (const query of [
    {},
    { year: '2027', month: '1' },
    { year: '2019', month: '5' },
    { year: '2026', month: '13' },
    { year: 'x' },
  ])
    expect(readPayoutsMonth(query, today)).toEqual({ year: 2025, month: 12 });
});
