import { expect, test } from 'vitest';
import { shapeOf } from './statements.ts';

const ids = (list: string) => shapeOf(`select id from t where id in (${list}) and at > $9`);
const rows = (list: string) => shapeOf(`insert into t (a, b)\n values ${list} returning a`);

test('statements that differ only in the length of a list are one', () => {
  expect(ids('$1, $2')).toBe(ids('$1,$2, $3, $4'));
  expect(rows('($1, $2), ($3, $4)')).toBe(rows('($1, $2), ($3, $4), ($5, $6)'));
  expect(rows('($1, default), ($2, default)')).not.toBe(rows('($1, $2), ($3, $4)'));
});

test('others are others', () => {
  expect(shapeOf('select a from t')).not.toBe(shapeOf('select b from t'));
});

test.each([
  'begin',
  'listen talkback_live',
  'create table t ()',
  'set local x = 1',
  `select '${'x'.repeat(20_000)}'`,
])('%.20s is none to prepare', (text) => expect(shapeOf(text)).toBeNull());
