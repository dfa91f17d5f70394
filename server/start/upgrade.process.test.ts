import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { expect, test as base } from 'vitest';
import { childEnv } from '#test/api/child.ts';
import { testDatabase } from '#test/api/database.ts';
import { temporaryFolder } from '#test/browser/demo-folder.ts';
import { copyRelease } from '#test/release/copy-release.ts';
import { startServer, type ServerProcess } from '#test/api/server-process.ts';
import { freePort } from '../lib/free-port.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const ASSETS = 'dist/client/assets';

const REASON = 'The database cannot be brought up to date: 9002_second.sql: division by zero';

interface Started extends ServerProcess {
  readonly origin: string;
}

const test = base
  .extend('place', ({}, { onCleanup }) => {
    const place = temporaryFolder();
    onCleanup(() => fs.rmSync(place, { recursive: true, force: true }));
    return place;
  })
  .extend('database', async ({}, { onCleanup }) => {
    const database = await testDatabase();
    onCleanup(() => database.drop());
    return database;
  })
  /** Another release: this one's code at a place of its own, with more migrations. */
  .extend(
    'release',
    ({ place }) =>
      (migrations: Readonly<Record<string, string>> = {}): string =>
        copyRelease(path.join(place, 'release'), migrations),
  )
  /** A connection of its own. */
  .extend('connect', ({ database }, { onCleanup }) => {
    const clients: Client[] = [];
    onCleanup(async () => {
      for (const client of clients) await client.end();
    });
    return async (): Promise<Client> => {
      const client = new Client({ connectionString: database.url });
      // Its database may be dropped before it is closed.
      client.on('error', () => {});
      await client.connect();
      clients.push(client);
      return client;
    };
  })
  .extend('start', ({ place, database }, { onCleanup }) => {
    const running: ServerProcess[] = [];
    onCleanup(async () => {
      for (const server of running) await server.stop();
    });
    return async (dataDir: string, release?: string): Promise<Started> => {
      const port = await freePort(4);
      const env = { DATABASE_URL: database.url, DATA_DIR: path.join(place, dataDir), DEMO: 'off' };
      const server = startServer({ ...env, PORT: String(port) }, { release });
      running.push(server);
      return { ...server, origin: `http://localhost:${port}` };
    };
  })
  /** `studio migrate` of a release. */
  .extend(
    'migrate',
    ({ place, database }) =>
      async (release: string): Promise<{ code: number | null; output: string }> => {
        const env = childEnv({ DATABASE_URL: database.url, DATA_DIR: path.join(place, 'commands') });
        const child = spawn(process.execPath, [path.join(release, 'scripts/studio.ts'), 'migrate'], { env });
        let output = '';
        for (const stream of [child.stdout, child.stderr])
          stream.setEncoding('utf8').on('data', (text: string) => (output += text));
        await once(child, 'close');
        return { code: child.exitCode, output };
      },
  )
  /** Tables, columns and what was applied. */
  .extend('schema', ({ connect }) => async (): Promise<unknown> => {
    const client = await connect();
    const columns = await client.query(
      `select table_name, column_name, data_type from information_schema.columns where table_schema = 'public' order by 1, 2`,
    );
    const applied = await client.query('select name, hash, at from applied_sql order by name');
    return [columns.rows, applied.rows];
  });

const statusOf = async (address: string, init?: RequestInit): Promise<number> => {
  const answer = await fetch(address, init);
  await answer.arrayBuffer();
  return answer.status;
};

/** Reads, and looks for somebody in the table that the migrations lock. */
const callBoth = ({ origin }: Started): Promise<number[]> =>
  Promise.all([
    statusOf(`${origin}/content/studio`),
    statusOf(`${origin}/api/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      // Each account has its own limit of wrong passwords.
      body: JSON.stringify({ user: { email: `nobody-${randomUUID()}@test.test`, password: 'wrong' } }),
    }),
  ]);

test('a migration that fails leaves the database and the release before as they were, and is one line', async ({
  start,
  release,
  migrate,
  schema,
}) => {
  const old = await start('old');
  await old.ready();
  const before = await schema();
  const broken = release({
    '9001_first.sql': 'alter table people add column first_new text; create table news (id int);',
    '9002_second.sql': 'alter table people add column second_new text; select pg_sleep(1); select 1 / 0;',
  });
  expect(await migrate(broken)).toEqual({ code: 1, output: `${REASON}\n` });
  const next = await start('new', broken);
  const answered: number[] = [];
  while (next.process.exitCode === null) answered.push(...(await callBoth(old)));
  expect(await next.exit()).toBe(1);
  expect(next.output().trim().split('\n').slice(-1)).toEqual([`Talkback cannot start. ${REASON}`]);
  expect(next.output()).not.toMatch(/\n\s+at /);
  expect(new Set(answered)).toEqual(new Set([200, 401]));
  expect(await schema()).toEqual(before);
  expect(await callBoth(old)).toEqual([200, 401]);
  // It could not, if one of the two migrations had stayed.
  await old.stop();
  const again = await start('old');
  await again.ready();
  expect(await callBoth(again)).toEqual([200, 401]);
});

test('beside the next release the one before goes on; its scripts are served by the next one', async ({
  start,
  release,
  migrate,
  place,
}) => {
  const script = fs.readdirSync(path.join(ROOT, ASSETS)).find((name) => /^studio-.*\.js$/.test(name)) ?? '';
  const upgraded = release({ '9001_first.sql': 'alter table people add column first_new text;' });
  for (const ending of ['', '.br', '.gz']) fs.rmSync(path.join(upgraded, ASSETS, script + ending));
  const [replaced, beside] = [await start('replaced'), await start('beside')];
  await Promise.all([replaced.ready(), beside.ready()]);
  await expect.poll(() => fs.existsSync(path.join(place, 'replaced/screens/current.json'))).toBe(true);
  expect(await migrate(upgraded)).toEqual({ code: 0, output: 'The database is up to date.\n' });
  expect(await callBoth(replaced)).toEqual([200, 401]);
  await replaced.stop();

  const next = await start('replaced', upgraded);
  await next.ready();
  expect(await callBoth(next)).toEqual([200, 401]);
  expect(await callBoth(beside)).toEqual([200, 401]);
  const answer = await fetch(`${next.origin}/assets/${script}`, { headers: { 'accept-encoding': 'br' } });
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'br']);
  expect(answer.headers.get('cache-control')).toContain('immutable');
  expect(await answer.text()).toBe(fs.readFileSync(path.join(ROOT, ASSETS, script), 'utf8'));
});

test('a migration waits for who uses its table, and others do not wait for it', async ({
  start,
  release,
  migrate,
  connect,
}) => {
  const old = await start('old');
  await old.ready();
  const [report, watch] = [await connect(), await connect()];
  await report.query('begin; select count(*) from people;');
  const migrating = migrate(release({ '9001_first.sql': 'alter table people add column first_new text;' }));
  const attempts = new Set<string>();
  const attempt = async (): Promise<number> => {
    const { rows } = await watch.query<{ begun: string }>(
      `select xact_start::text as begun from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter%'`,
    );
    for (const { begun } of rows) attempts.add(begun);
    return attempts.size;
  };
  const answered: number[] = [];
  while ((await attempt()) < 3) answered.push(...(await callBoth(old)));
  expect(new Set(answered)).toEqual(new Set([200, 401]));
  await report.query('commit');
  expect(await migrating).toEqual({ code: 0, output: 'The database is up to date.\n' });
  expect(await callBoth(old)).toEqual([200, 401]);
});
