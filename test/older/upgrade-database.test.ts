import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { expect, test as base } from 'vitest';
import { startCluster, startEmbedded } from '#server/db/embedded/launcher.ts';
import { planNewerCluster } from '#server/db/embedded/newer-cluster.ts';
import { databaseUser } from '#server/db/embedded/user.ts';
import { freePort } from '#server/lib/free-port.ts';
import { childEnv } from '../api/child.ts';
import { startServer } from '../api/server-process.ts';
import { temporaryFolder } from '../browser/demo-folder.ts';
import { PASSWORD } from '../made-demo.ts';
import { OUTSIDE_ENV } from '../rooms/outside.ts';
import { programs } from './programs.ts';

const SCRIPT = path.resolve(import.meta.dirname, '../../scripts/studio.ts');

/** A command as typed: its process, and its exit code and output at its end. */
interface Typed {
  readonly process: ChildProcess;
  output(): string;
  readonly done: Promise<number | null>;
}

const test = base
  .extend('place', { scope: 'file' }, ({}, { onCleanup }) => {
    const place = temporaryFolder();
    onCleanup(() => fs.rmSync(place, { recursive: true, force: true }));
    return place;
  })
  .extend('port', { scope: 'file' }, () => freePort(4))
  .extend('start', { scope: 'file' }, ({ place, port }) => async (env: Record<string, string> = {}) => {
    const server = startServer({
      DATA_DIR: place,
      PORT: String(port),
      DEMO: 'on',
      DEMO_PASSWORD: PASSWORD,
      ...OUTSIDE_ENV,
      ...env,
    });
    await server.ready();
    return server;
  })
  .extend('studio', { scope: 'file' }, ({ place, port }) => (...typed: readonly string[]): Typed => {
    const child = spawn(process.execPath, [SCRIPT, ...typed], {
      env: childEnv({ DATA_DIR: place, PORT: String(port), INIT_CWD: place, ...OUTSIDE_ENV }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    const done = once(child, 'close').then(() => child.exitCode);
    return { process: child, output: () => output, done };
  })
  /** A demo studio of a release that brought PostgreSQL 15: its rows, table by table. */
  .extend('before', { scope: 'file' }, async ({ place, start }) => {
    const data = path.join(place, 'postgres');
    const user = databaseUser();
    fs.mkdirSync(data, { mode: 0o700 });
    if (user !== undefined) fs.chownSync(data, user.uid, user.gid);
    const initdb = ['-D', data, '-U', 'talkback', '--auth=trust', '-E', 'UTF8', '--locale=C'];
    execFileSync(path.join(programs(), 'initdb'), initdb, { ...user, cwd: '/', stdio: 'ignore' });
    const cluster = await startCluster(planNewerCluster(place, programs()).older);
    const server = await start({ DATABASE_URL: cluster.url });
    await server.stop();
    const counted = await rowsOf(cluster.url);
    await cluster.stop();
    return counted;
  });

/** How many rows each table of the product has, but those that a start writes anew. */
async function rowsOf(url: string): Promise<Readonly<Record<string, string>>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    );
    const counts: Record<string, string> = {};
    for (const { name } of rows) {
      const found = await client.query<{ count: string }>(`select count(*)::text from "${name}"`);
      counts[name] = found.rows[0]?.count ?? '';
    }
    return counts;
  } finally {
    await client.end();
  }
}

test('a start on a database of an older PostgreSQL is one line that names the command', async ({
  before,
  start,
}) => {
  expect(Number(before['people'])).toBeGreaterThan(10);
  await expect(start()).rejects.toThrow(
    /is of PostgreSQL 15, this release brings \d+\. Take it over by the command "upgrade-database"/,
  );
});

test('the command refuses what cannot be, in one line', async ({ studio, before, place }) => {
  expect(before).toBeDefined();
  const said = async (...typed: readonly string[]): Promise<string> => {
    const command = studio('upgrade-database', ...typed);
    expect(await command.done).toBe(1);
    return command.output().trim();
  };
  expect(await said(place)).toBe(`There is no PostgreSQL in ${place}.`);
  expect(await said(path.resolve(import.meta.dirname, '../..'))).toMatch(
    /is of PostgreSQL 15, and the programs in \S+ are of \d+\.\d+\.$/,
  );
});

test('killed while it writes it has changed nothing; once more it moves every row, and there is a way back', async ({
  before,
  studio,
  start,
  place,
}) => {
  const killed = studio('upgrade-database', programs());
  // With the new database running, which then goes on by itself.
  const isWriting = (): boolean =>
    fs.readdirSync(place).some((name) => name.endsWith('.unfinished')) &&
    fs.existsSync(path.join(place, 'socket-upgrade/.s.PGSQL.5432'));
  await expect.poll(isWriting, { interval: 5 }).toBe(true);
  killed.process.kill('SIGKILL');
  await killed.done;
  await expect(start()).rejects.toThrow('is of PostgreSQL 15');

  const command = studio('upgrade-database', programs());
  expect([await command.done, command.output()]).toEqual([0, expect.stringContaining('each compared')]);
  expect(command.output()).toContain(`The former one is kept in ${path.join(place, 'postgres')}.`);
  expect(fs.readdirSync(place).filter((name) => /upgrade|unfinished/.test(name))).toEqual([]);
  expect(fs.readFileSync(path.join(place, 'postgres/PG_VERSION'), 'utf8').trim()).toBe('15');

  const cluster = await startEmbedded({ dataDir: place });
  expect(await rowsOf(cluster.url)).toEqual(before);
  await cluster.stop();

  const server = await start();
  const check = studio('check');
  expect([await check.done, check.output()]).toEqual([0, expect.any(String)]);
  await server.stop();
  const back = /write (\S+) into (\S+), to delete/.exec(command.output());
  const [, older = '', note = ''] = back ?? [];
  const newer = fs.readFileSync(note);
  fs.writeFileSync(note, older);
  await expect(start()).rejects.toThrow('is of PostgreSQL 15');
  fs.writeFileSync(note, newer);
  const again = studio('upgrade-database', programs());
  expect([await again.done, again.output()]).toEqual([1, expect.stringContaining('nothing to upgrade')]);
});
