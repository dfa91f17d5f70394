import { expect, test } from 'vitest';
import { readPeopleSearch } from './rules-people.ts';

const id = '01a20ae6-96ba-71e1-a1a1-dc28817a1696';

test.each([
  ['Ána  Lóvelace', ['ana', 'lovelace']],
  ['ada@mail.test', ['ada', 'mail', 'test']],
  [' ?! ', []],
])('%s has the words %j', (text, words) => {
  expect(readPeopleSearch(text).words).toEqual(words);
});

test.each([
  [id, { from: id, to: id }],
  [` ${id.toUpperCase()} `, { from: id, to: id }],
  ['01a2', { from: '01a20000-0000-0000-0000-000000000000', to: '01a2ffff-ffff-ffff-ffff-ffffffffffff' }],
  [
    '01a20ae6-9',
    { from: '01a20ae6-9000-0000-0000-000000000000', to: '01a20ae6-9fff-ffff-ffff-ffffffffffff' },
  ],
  ['01a', null],
  ['01a20ae69', null],
  ['01a2-', null],
  ['ada l', null],
  [`${id}0`, null],
])('ids that begin with %s', (text, ids) => {
  expect(readPeopleSearch(text).ids).toEqual(ids);
});
