import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ON_OLDER } from './list.ts';

const byName = (a = '', b = ''): number => a.localeCompare(b);
const root = path.resolve(import.meta.dirname, '../..');

test('every file of the list is there', () => {
  for (const file of Object.keys(ON_OLDER))
    expect([file, fs.existsSync(path.join(root, file))]).toEqual([file, true]);
});

test('every function and view of the database has a file that makes it run on the older PostgreSQL too', () => {
  const sql = fs.globSync('server/db/{migrations,views}/*.sql', { cwd: root });
  const made = sql.flatMap((file) =>
    [
      ...fs
        .readFileSync(path.join(root, file), 'utf8')
        .matchAll(/^create (?:or replace )?(?:function|view) (\w+)/gim),
    ].map(([, name]) => name),
  );
  expect(made.length).toBeGreaterThan(15);
  expect(Object.values(ON_OLDER).flat().toSorted(byName)).toEqual([...new Set(made)].toSorted(byName));
});
