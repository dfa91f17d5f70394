import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test as base } from 'vitest';
import { isAlive, isZombie } from './alive.ts';
import { startEmbedded, type Embedded } from './launcher.ts';
import { UNIX_PORT } from './running.ts';
import { startTestPostgres } from '#test/api/embedded.ts';

const started: Embedded[] = [];
async function start(dataDir: string): Promise<Embedded> {
  const server = await startEmbedded({ dataDir });
  started.push(server);
  return server;
}

async function ask(server: { url: string }, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

const test = base.extend('dir', ({}, { onCleanup }) => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'talkback-embedded-'));
  fs.chmodSync(dir, 0o711);
  onCleanup(async () => {
    for (const server of started.splice(0)) await server.stop();
    for (const note of fs.globSync(path.join(dir, '**/postgres-is-in'))) {
      const place = path.dirname(fs.readFileSync(note, 'utf8').trim());
      if (path.basename(place).startsWith('talkback-')) fs.rmSync(place, { recursive: true, force: true });
    }
    fs.rmSync(dir, { recursive: true, force: true });
  });
  return dir;
});

test('keeps data over a stop and a kill, and leaves no process behind', async ({ dir }) => {
  const first = await start(dir);
  await ask(first, 'create table kept (n int)');
  await ask(first, 'insert into kept values (1)');
  await first.stop();
  expect(isAlive(first.pid)).toBe(false);

  const second = await start(dir);
  await ask(second, 'insert into kept values (2)');
  process.kill(second.pid, 'SIGKILL');
  const third = await start(dir);
  expect(third.reused).toBe(false);
  expect(await ask(third, 'select n from kept order by n')).toEqual([1, 2]);
  await third.stop();
  expect(isAlive(third.pid)).toBe(false);
});

test('one that is looked after comes back by itself when it is killed, and stays away once it is stopped', async ({
  dir,
}) => {
  const server = await start(dir);
  await ask(server, 'create table kept (n int)');
  const file = path.join(dir, 'postgres', 'postmaster.pid');
  // also while its process id is unknown
  fs.renameSync(file, `${file}.away`);
  server.guard();
  fs.renameSync(`${file}.away`, file);
  process.kill(server.pid, 'SIGKILL');
  await expect.poll(() => ask(server, 'select n from kept').catch(() => null)).toEqual([]);
  const second = Number(fs.readFileSync(file, 'utf8').split('\n')[0]);
  expect(second).not.toBe(server.pid);
  await server.stop();
  expect(isAlive(second)).toBe(false);
  expect(fs.existsSync(file)).toBe(false);
});

test('one that has ended is no obstacle while its parent leaves it a process id', async ({ dir }) => {
  const first = await start(dir);
  await ask(first, 'create table kept (n int)');
  const locks = ['postmaster.pid', `.s.PGSQL.${UNIX_PORT}.lock`].flatMap((name) =>
    fs.globSync(path.join(dir, '*', name)),
  );
  const contents = locks.map((file) => fs.readFileSync(file, 'utf8'));
  expect(contents.map((text) => text.split('\n')[0])).toEqual([String(first.pid), String(first.pid)]);
  process.kill(first.pid, 'SIGKILL');
  await expect.poll(() => isAlive(first.pid)).toBe(false);

  // The parent takes the place of a shell and does not know of the child.
  const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void parent.kill());
  const zombie = Number(String((await once(parent.stdout, 'data'))[0]));
  await expect.poll(() => isZombie(zombie)).toBe(true);
  expect(isAlive(zombie)).toBe(false);
  for (const [at, file] of locks.entries())
    fs.writeFileSync(file, contents[at]?.replace(/^\d+/, String(zombie)) ?? '');

  const second = await start(dir);
  expect(second.reused).toBe(false);
  expect(await ask(second, 'select count(*)::int from kept')).toEqual([0]);
});

test('a server left by a process that ended is taken over, and stopped like an own one', async ({ dir }) => {
  const left = await start(dir);
  const again = await start(dir);
  expect(again.reused).toBe(true);
  expect(again.pid).toBe(left.pid);
  await again.stop();
  expect(isAlive(left.pid)).toBe(false);
});

test('two that start at once share one server', async ({ dir }) => {
  const [one, other] = await Promise.all([start(dir), start(dir)]);
  expect(one.pid).toBe(other.pid);
  expect(await ask(other, 'select 1')).toEqual([1]);
});

test('is durable, speaks UTC and listens on no network', async ({ dir }) => {
  const server = await start(dir);
  expect(
    await ask(
      server,
      `select current_setting('fsync'), current_setting('full_page_writes'), current_setting('TimeZone'), current_setting('listen_addresses')`,
    ),
  ).toEqual(['on', 'on', 'UTC', '']);
});

test('a path too long for a socket, and one that only its owner may enter, are no obstacle', async ({
  dir,
}) => {
  const deep = path.join(dir, 'x'.repeat(60), 'y'.repeat(60), 'var');
  fs.mkdirSync(deep, { recursive: true });
  fs.chmodSync(path.dirname(deep), 0o700);
  const server = await start(deep);
  await ask(server, 'create table kept ()');
  await server.stop();
  expect(await ask(await start(deep), `select to_regclass('kept') is not null`)).toEqual([true]);
});

test('a database kept elsewhere that is gone is said, not begun anew in silence', async ({ dir }) => {
  const note = path.join(dir, 'postgres-is-in');
  fs.writeFileSync(note, path.join(dir, 'gone'));
  await expect(startEmbedded({ dataDir: dir })).rejects.toThrow(
    `which is gone. Restore it, or delete ${note} to begin anew.`,
  );
});

test('data of another major version is refused, not touched', async ({ dir }) => {
  const server = await start(dir);
  await server.stop();
  fs.writeFileSync(path.join(dir, 'postgres', 'PG_VERSION'), '17\n');
  await expect(startEmbedded({ dataDir: dir })).rejects.toThrow(
    /is of PostgreSQL 17, this release brings 18\./,
  );
});

test('the server of a test run goes with its folder', async () => {
  const server = await startTestPostgres();
  expect(await ask(server, 'show fsync')).toEqual(['off']);
  const [data] = await ask(server, 'show data_directory');
  await server.stop();
  expect(fs.existsSync(String(data))).toBe(false);
});
