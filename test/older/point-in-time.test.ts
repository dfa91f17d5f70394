import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { expect, test as base } from 'vitest';
import { databaseUser, privateFolder } from '#server/db/embedded/user.ts';
import { freePort } from '#server/lib/free-port.ts';
import { childEnv } from '../api/child.ts';
import { startServer } from '../api/server-process.ts';
import { temporaryFolder } from '../browser/demo-folder.ts';
import { PASSWORD } from '../made-demo.ts';
import { OUTSIDE_ENV } from '../rooms/outside.ts';
import { programs } from './programs.ts';

/** The steps of docs/operating.md#back-to-an-instant, by PostgreSQL's own programs. */
const SCRIPT = path.resolve(import.meta.dirname, '../../scripts/studio.ts');
const USER = databaseUser();

const run = (program: string, ...args: readonly string[]): void =>
  void execFileSync(path.join(programs(), program), args, { ...USER, cwd: '/', stdio: 'ignore' });

const test = base
  .extend('place', ({}, { onCleanup }) => {
    const place = temporaryFolder();
    for (const name of ['socket', 'archive', 'first', 'base']) privateFolder(path.join(place, name), USER);
    onCleanup(() => fs.rmSync(place, { recursive: true, force: true }));
    return place;
  })
  .extend('url', ({ place }) => `postgres://talkback@localhost/studio?host=${path.join(place, 'socket')}`)
  /** Starts PostgreSQL on a folder with these settings; the result stops it. */
  .extend('postgres', ({ place }, { onCleanup }) => {
    const stops: (() => void)[] = [];
    onCleanup(() => {
      for (const stop of stops) stop();
    });
    return (data: string, settings: readonly string[]): (() => void) => {
      const options = [
        'listen_addresses=',
        `unix_socket_directories=${path.join(place, 'socket')}`,
        ...settings,
      ]
        .map((setting) => `-c "${setting}"`)
        .join(' ');
      run('pg_ctl', 'start', '-D', data, '-w', '-l', path.join(data, 'log'), '-o', options);
      let isRunning = true;
      const stop = (): void => {
        if (isRunning) run('pg_ctl', 'stop', '-D', data, '-m', 'fast', '-w');
        isRunning = false;
      };
      stops.push(stop);
      return stop;
    };
  })
  .extend('port', () => freePort(4))
  .extend('serve', ({ place, url, port }) => async () => {
    const env = {
      DATA_DIR: path.join(place, 'data'),
      DATABASE_URL: url,
      DEMO: 'on',
      DEMO_PASSWORD: PASSWORD,
    };
    const server = startServer({ ...env, PORT: String(port), ...OUTSIDE_ENV });
    await server.ready();
    return server;
  })
  .extend(
    'studio',
    ({ place, url, port }) =>
      async (...typed: readonly string[]): Promise<{ code: number | null; output: string }> => {
        const env = { DATA_DIR: path.join(place, 'data'), DATABASE_URL: url, DEMO: 'on', INIT_CWD: place };
        const child = spawn(process.execPath, [SCRIPT, ...typed], {
          env: childEnv({ ...env, PORT: String(port), ...OUTSIDE_ENV }),
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        let output = '';
        for (const stream of [child.stdout, child.stderr])
          stream.setEncoding('utf8').on('data', (text: string) => (output += text));
        await once(child, 'close');
        return { code: child.exitCode, output };
      },
  )
  .extend('query', ({ url }) => async <T>(statement: string): Promise<T | undefined> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      const { rows } = await client.query<{ value: T }>(statement);
      return rows[0]?.value;
    } finally {
      await client.end();
    }
  });

test('a studio goes back to the instant before a mishap, and everything of before it is there', async ({
  place,
  url,
  postgres,
  serve,
  studio,
  query,
}) => {
  const data = path.join(place, 'first');
  run('initdb', '-D', data, '-U', 'talkback', '--auth=trust', '-E', 'UTF8', '--locale=C');
  const archive = path.join(place, 'archive');
  const stopFirst = postgres(data, [
    'archive_mode=on',
    `archive_command=test ! -f ${archive}/%f && cp %p ${archive}/%f`,
  ]);
  run('createdb', '-h', path.join(place, 'socket'), '-U', 'talkback', 'studio');
  const server = await serve();
  run(
    'pg_basebackup',
    '-D',
    path.join(place, 'base'),
    '-d',
    url.replace('/studio', '/postgres'),
    '-c',
    'fast',
  );

  const invite = async (name: string): Promise<void> => {
    const person = ['--email', `${name}@new.test`, '--name', 'Ada Lovelace', '--another'];
    const done = await studio('people', 'invite', 'operator', ...person);
    expect(done).toEqual({ code: 0, output: expect.any(String) });
  };
  await invite('before');
  const instant = await query<string>('select clock_timestamp()::text as value');
  await invite('after');
  const sessions = await query<string>('select count(*)::text as value from sessions');
  await query('delete from ratings');
  await query('select pg_switch_wal()::text as value');
  await server.stop();
  stopFirst();

  fs.writeFileSync(path.join(place, 'base/recovery.signal'), '');
  postgres(path.join(place, 'base'), [
    `restore_command=cp ${archive}/%f %p`,
    `recovery_target_time=${instant}`,
    'recovery_target_action=promote',
  ]);
  await expect.poll(() => query<boolean>('select not pg_is_in_recovery() as value')).toBe(true);
  expect(
    await query<string>(
      `select string_agg(email, ',' order by email) as value from people where email like '%@new.test'`,
    ),
  ).toBe('before@new.test');
  expect(await query<string>('select count(*)::text as value from sessions')).toBe(sessions);
  expect(Number(await query<string>('select count(*)::text as value from ratings'))).toBeGreaterThan(0);

  const again = await serve();
  expect(await studio('check')).toEqual({ code: 0, output: expect.any(String) });
  await again.stop();
});
