import { afterEach, expect, test } from 'vitest';
import { testDatabase } from '#test/api/database.ts';
import { inTransaction, openPool } from './database.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

test('a connection that breaks between two statements fails its transaction and nothing else', async () => {
  const database = await testDatabase();
  closing.push(() => database.drop());
  const pool = openPool(database.url);
  closing.push(() => pool.end());

  const broken = inTransaction(pool, true, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    // Not `once` of node:events, which would listen for errors in the pool's place.
    const ended = new Promise<void>((resolve) => {
      client.once('end', resolve);
    });
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await ended;
    await client.query('select 1');
  });

  await expect(broken).rejects.toThrow('not queryable');
  await expect(inTransaction(pool, true, async () => 'works')).resolves.toBe('works');
});
