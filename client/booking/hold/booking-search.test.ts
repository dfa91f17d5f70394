import { expect, test } from 'vitest';
import { readBookingSearch } from './booking-search.ts';

test("an address gives the hold's number and the step, and nothing that is strange", () => {
  expect(readBookingSearch({ hold: '100023', step: 'track' })).toEqual({ hold: 100023, step: 'track' });
  expect(readBookingSearch({ hold: 100023 })).toEqual({ hold: 100023 });
  expect(readBookingSearch({})).toEqual({});
  for (const hold of ['x', '-1', '0', '1.5', '', ['1', '2']]) expect(readBookingSearch({ hold })).toEqual({});
  expect(readBookingSearch({ step: ['track', 'time'] })).toEqual({});
});
