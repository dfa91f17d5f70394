import { expect, test } from 'vitest';
import { daysOf, readFiguresSearch } from './figures-search.ts';

test('the address chooses figure, way and range; what a figure is not there by is by week', () => {
  expect(readFiguresSearch({})).toEqual({ figure: 'bookings', by: 'week', months: 6 });
  expect(readFiguresSearch({ figure: 'ratings', by: 'musician', months: '12' })).toEqual({
    figure: 'ratings',
    by: 'musician',
    months: 12,
  });
  expect(readFiguresSearch({ figure: 'revenue', by: 'musician', months: 7 })).toEqual({
    figure: 'revenue',
    by: 'week',
    months: 6,
  });
});

test('a range ends today', () => {
  expect(daysOf(3, Temporal.Instant.from('2026-11-24T23:30:00Z'))).toEqual({
    from: '2026-08-25',
    to: '2026-11-24',
  });
});
