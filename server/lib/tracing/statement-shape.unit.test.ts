import { expect, test } from 'vitest';
import { statementShape } from './statement-shape.ts';

test.each([
  ['begin', 'BEGIN'],
  ['select 1', 'SELECT'],
  ['select "id" from "people" where "email" = $1 for update', 'SELECT people'],
  ['update "sessions" set "title" = $1 where "id" = $2', 'UPDATE sessions'],
  [
    'insert into credit_entries (a) values ($1) on conflict (a) do update set a = excluded.a',
    'INSERT credit_entries',
  ],
  ['delete from jobs.job where id = $1', 'DELETE jobs.job'],
  [
    'with due as (select id from mails limit 5) select m.id from mails m join due on due.id = m.id',
    'WITH mails',
  ],
  [
    'select a from t1 join t2 on b left join t3 on c cross join lateral (select 1) x, unnest($1) join t4 on d join t5 on e',
    'SELECT t1 t2 t3 t4',
  ],
  ['select 1 from json_to_recordset($1) r', 'SELECT'],
  ['select lower(x) from lower(during)', 'SELECT'],
  ['select extract(epoch from ends_at) from slots where a is distinct from b', 'SELECT slots'],
  ['insert into "slots" ("id", "at") values ($1, $2)', 'INSERT slots'],
  ["select set_config('timezone', 'UTC', false)", 'SELECT'],
])('%s is %s', (sql, summary) => {
  expect(statementShape(sql).summary).toBe(summary);
});

test('literals are left out, places of values and names with digits stay', () => {
  const sql = `select "t1".name, 'it''s Ada' || "x2"\n  from t1 where a = $12 and b = 42 and c = '7' limit 5.5`;
  expect(statementShape(sql).text).toBe(
    'select "t1".name, ? || "x2" from t1 where a = $12 and b = ? and c = ? limit ?',
  );
});

test('a long text is cut', () => {
  expect(statementShape(`select ${'a, '.repeat(2000)} b`).text).toHaveLength(2001);
});
