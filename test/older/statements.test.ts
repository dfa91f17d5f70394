import { Client } from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from '../api/database.ts';
import { recordedStatements } from './statements.ts';

/** Tables created by tests; all others come from migrations. */
const NO_SUCH_TABLE = '42P01';

/** Preparing a statement resolves its tables, columns, types and functions. */
test('every statement that the API tests sent to the newer PostgreSQL is one that this takes', async () => {
  const folder = process.env['STATEMENTS'];
  if (folder === undefined) throw new Error('STATEMENTS names no folder; .ci/run says how this is run');
  const statements = recordedStatements(folder);
  expect(statements.length).toBeGreaterThan(400);
  const database = await testDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const refused: string[] = [];
  try {
    for (const text of statements) {
      try {
        await client.query(`prepare one as ${text}`);
        await client.query('deallocate one');
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === NO_SUCH_TABLE) continue;
        refused.push(`${String(error)}: ${text}`);
      }
    }
  } finally {
    await client.end();
    await database.drop();
  }
  expect(refused).toEqual([]);
});
