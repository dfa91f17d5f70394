import { expect, test } from 'vitest';
import { readExploreSearch } from './explore-search.ts';

test('an address names one instrument or none', () => {
  expect(readExploreSearch({ instrument: 'drums' })).toEqual({ instrument: 'drums' });
  expect(readExploreSearch({ instrument: '' })).toEqual({});
  expect(readExploreSearch({ instrument: ['drums', 'bass'] })).toEqual({});
  expect(readExploreSearch({})).toEqual({});
});
