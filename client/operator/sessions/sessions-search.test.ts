import { expect, test } from 'vitest';
import { readSessionsFilter } from './sessions-search.ts';

const id = '01a20ae6-96ba-71e1-a1a1-dc28817a1696';

test('the filter of sessions keeps what it knows', () => {
  const known = { status: 'cancelled', when: 'past', client: id, musician: id, service: id };
  expect(readSessionsFilter(known)).toEqual(known);
  expect(readSessionsFilter({})).toEqual({});
});

test('and drops everything else', () => {
  expect(
    readSessionsFilter({
      status: 'prebooked',
      when: 'never',
      client: 'Ada',
      musician: 1,
      service: [id],
      x: 1,
    }),
  ).toEqual({});
});

test.each([
  ['2026-11-24', { day: '2026-11-24' }],
  ['2028-02-29', { day: '2028-02-29' }],
  ['2026-02-30', { when: 'today' }],
  ['soon', { when: 'today' }],
  [20261124, { when: 'today' }],
])('a day %s', (day, expected) => {
  expect(readSessionsFilter({ day, when: 'today' })).toEqual(expected);
});
