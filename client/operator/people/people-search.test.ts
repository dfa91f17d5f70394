import { expect, test } from 'vitest';
import { narrowedBy, readPeopleFilter } from './people-search.ts';

test('a filter is read from the address, and what it does not know is dropped', () => {
  const known = { q: 'ada l', role: 'client', account: 'invited', membership: 'wix-user' } as const;
  expect(readPeopleFilter({ ...known, page: '2' })).toEqual(known);
  for (const wrong of [
    { q: ' ' },
    { q: 'a'.repeat(101) },
    { q: 7 },
    { role: 'guest' },
    { account: 'lost' },
    { membership: 'vip' },
  ])
    expect(readPeopleFilter(wrong)).toEqual({});
  expect([narrowedBy(known), narrowedBy({ q: 'ada' }), narrowedBy({})]).toEqual([3, 0, 0]);
});
