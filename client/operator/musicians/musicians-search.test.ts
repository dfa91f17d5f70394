import { expect, test } from 'vitest';
import { readMusiciansFilter } from './musicians-search.ts';

test('what the address says of the list of musicians', () => {
  expect(readMusiciansFilter({ q: 'rafa', page: 'waiting' })).toEqual({ q: 'rafa', page: 'waiting' });
  expect(readMusiciansFilter({ q: ' ', page: 'gone', more: 'x' })).toEqual({});
  expect(readMusiciansFilter({ q: 'x'.repeat(101) })).toEqual({});
  expect(readMusiciansFilter({ q: 7, page: ['new'] })).toEqual({});
});
