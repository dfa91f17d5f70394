import { expect, onTestFinished } from 'vitest';
import { openDatabase } from '../database.ts';
import { migrate } from '../migrate.ts';
import { connect } from './connect.ts';
import { lockStoredBytes, withSnapshot, unlessLocked } from './snapshot.ts';
import { test as base } from '#test/api/test.ts';

const test = base
  .extend('db', { scope: 'file' }, ({ database }, { onCleanup }) => {
    const db = openDatabase(database.url);
    onCleanup(() => db.destroy());
    return db;
  })
  /** Number of waiters for an advisory lock. */
  .extend('waiting', { scope: 'file' }, ({ database }) => async (): Promise<number> => {
    const client = await connect(database.url);
    const { rows } = await client.query(
      `select from pg_locks l join pg_database d on d.oid = l.database
     where locktype = 'advisory' and not granted and d.datname = current_database()`,
    );
    await client.end();
    return rows.length;
  });

test('a server that has nothing to migrate starts beside a backup; one that has waits until the tables are read', async ({
  database,
  db,
  waiting,
}) => {
  const client = await connect(database.url);
  onTestFinished(() => client.end());
  const done: string[] = [];
  let migrating: Promise<void> = Promise.resolve();
  await withSnapshot(client, async () => {
    await migrate(database.url);
    done.push('started');
    await db.deleteFrom('applied_sql').where('name', 'like', 'view:%').execute();
    migrating = migrate(database.url).then(() => void done.push('migrated'));
    await expect.poll(waiting).toBe(1);
    done.push('read');
  });
  await migrating;
  expect(done).toEqual(['started', 'read', 'migrated']);
});

test('while a backup holds the stored bytes none are deleted; its end, however it ends, lets go', async ({
  database,
  db,
}) => {
  const client = await connect(database.url);
  onTestFinished(() => client.end());
  await lockStoredBytes(client);
  const deleted: number[] = [];
  expect(await unlessLocked(db, async () => void deleted.push(1))).toBe(false);
  await client.end();
  await expect.poll(() => unlessLocked(db, async () => void deleted.push(2))).toBe(true);
  expect(deleted).toEqual([2]);
});
