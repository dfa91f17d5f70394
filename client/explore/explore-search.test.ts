import { expect, test } from 'vitest';
import { readExploreSearch } from './explore-search.ts';

test('an address names one instrument or none', () => {
  expect(readExploreSearch({ instrument: 'drums' })).toEqual({ instrument: 'drums' });
  expect(readExploreSearch({ instrument: '' })).toEqual({});
  expect(readExploreSearch({ instrument: ['drums', 'bass'] })).toEqual({});
  expect(readExploreSearch({})).toEqual({});
});

test('filters are read as they are, and what cannot be one is left out', () => {
  const all = {
    services: 'mixing,mix-advice',
    start_date: '2026-11-24',
    end_date: '2026-11-24',
    start_time: '18:00',
    end_time: '02:00',
    timezone: 'Asia/Tokyo',
    q: 'bossa ',
    sort: 'rating',
  };
  expect(readExploreSearch({ ...all, hold: 3, modal: 'plans' })).toEqual(all);
  const wrong = {
    services: 'a,,b',
    start_date: '24.11.2026',
    end_date: '2026-13-01',
    start_time: '9:00',
    end_time: '24:00',
    timezone: 'Mars/Olympus',
    q: '  ',
    sort: 'studio',
  };
  expect(readExploreSearch(wrong)).toEqual({});
  expect(readExploreSearch({ start_date: '2026-11-24', end_date: '2026-11-23', q: 'x' })).toEqual({ q: 'x' });
});
