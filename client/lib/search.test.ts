import { describe, expect, test } from 'vitest';
import { parseSearch, readSessionsSearch, stringifySearch, withQuery } from './search.ts';

describe('the query of an address', () => {
  test.each(['?ref=007', '?a=1&a=2&b=true', '?artist=Zo%C3%AB&code=%7B%7D', '?empty=', '', '?__proto__=x'])(
    '%s survives being read and written',
    (query) => {
      expect(stringifySearch(parseSearch(query))).toBe(query);
    },
  );

  test('reads every value as a string', () => {
    expect(parseSearch('?step=2&on=true')).toEqual({ step: '2', on: 'true' });
  });

  test('leaves out what is undefined', () => {
    expect(stringifySearch({ step: undefined, hold: 100001 })).toBe('?hold=100001');
  });
});

describe('a place with the query of the address that led there', () => {
  test.each([
    ['/explore', '', '/explore'],
    ['/explore', '?utm=a&utm=b', '/explore?utm=a&utm=b'],
    ['/explore?modal=plans', '?ref=007&modal=blocking', '/explore?ref=007&modal=plans'],
    ['/profile#billing', '?session_id=x%26y', '/profile?session_id=x%26y#billing'],
    ['/profile#billing', '', '/profile#billing'],
  ])('%s with "%s" is %s', (place, query, address) => {
    expect(withQuery(place, query)).toBe(address);
  });
});

describe('the query of My Sessions', () => {
  test.each([
    [{}, {}],
    [{ tab: 'previous' }, { tab: 'previous' }],
    [
      { tab: 'pending-review', folder: 'output' },
      { tab: 'pending-review', folder: 'output' },
    ],
    [{ tab: 'toString', folder: 'etc' }, {}],
    [{ tab: ['previous', 'upcoming'] }, {}],
    [
      { offered: '01900000-0000-7000-8000-000000000000' },
      { offered: '01900000-0000-7000-8000-000000000000' },
    ],
    [{ offered: '1' }, {}],
  ])('%j reads as %j', (query, read) => {
    expect(readSessionsSearch(query)).toEqual(read);
  });
});
