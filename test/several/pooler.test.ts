import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { sql } from 'kysely';
import { expect, test as base } from 'vitest';
import { prebook } from '#shared/booking/contract.ts';
import { getMe } from '#shared/me/contract.ts';
import { openDatabase, REQUEST_LIMITS } from '#server/db/database.ts';
import { systemClock } from '#server/lib/clock.ts';
import { freePort } from '#server/lib/free-port.ts';
import { checkDatabase } from '#server/operator/doctor/check-database.ts';
import { onServer } from '../api/database.ts';
import { startTestPostgres } from '../api/embedded.ts';
import { peopleFactory } from '../api/people.ts';
import { startServer } from '../api/server-process.ts';
import { makeStudio } from '../api/studio.ts';
import { temporaryFolder } from '../browser/demo-folder.ts';
import { hasPgBouncer } from '../release/installed.ts';
import { startPgBouncer } from './pgbouncer.ts';

const SENTENCE = /DATABASE_URL leads to a pooler in transaction mode\. .* set the pooler to session mode/;

const test = base
  .extend('folder', { scope: 'file' }, ({}, { onCleanup }) => {
    const folder = temporaryFolder();
    fs.chmodSync(folder, 0o711);
    onCleanup(() => fs.rmSync(folder, { recursive: true, force: true }));
    return folder;
  })
  /** By its socket. */
  .extend('postgres', { scope: 'file' }, async ({}, { onCleanup }) => {
    const server = await startTestPostgres();
    onCleanup(() => server.stop());
    return server.url;
  })
  .extend(
    'pooler',
    { scope: 'file' },
    ({ postgres, folder }) =>
      (mode: 'session' | 'transaction') =>
        startPgBouncer(mode, postgres, folder),
  );

/** Without PgBouncer only the database itself is tried. */
const ways = hasPgBouncer() ? (['itself', 'session'] as const) : (['itself'] as const);

test.for(ways)(
  'PostgreSQL %s: the studio keeps its settings, books, and tells of it',
  async (way, { postgres, pooler, folder, onTestFinished }) => {
    const between = way === 'session' ? await pooler(way) : null;
    onTestFinished(() => between?.stop());
    await onServer(postgres, `create database pooled_${way}`);
    const named = new URL(between?.url ?? postgres);
    named.pathname = `/pooled_${way}`;
    const url = named.href;
    const port = await freePort(4);
    const env = { DATABASE_URL: url, DATA_DIR: `${folder}/${way}`, PORT: `${port}`, DEMO: 'off' };
    const server = startServer(env);
    onTestFinished(async () => void (await server.stop()));
    await server.ready();

    const db = openDatabase(url, { max: 4, limits: REQUEST_LIMITS });
    onTestFinished(() => db.destroy());
    const { rows } = await sql`select current_setting('timezone') as zone, current_setting('jit') as jit,
    current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`.execute(db);
    expect(rows).toEqual([{ zone: 'UTC', jit: 'off', statement: '4s', lock: '3s' }]);

    const people = peopleFactory(db, systemClock);
    const studio = await makeStudio({ db, people, clock: systemClock });
    const [musician, client] = [await studio.makeMusician(), await studio.makeClient()];
    const origin = `http://localhost:${port}`;
    const headers = { origin, cookie: client.cookie };
    const stream = new AbortController();
    onTestFinished(() => stream.abort());
    let told = '';
    const events = await fetch(`${origin}/api/v2/events`, { headers, signal: stream.signal });
    const reading = events.body?.pipeThrough(new TextDecoderStream());
    const listening = (async () => {
      for await (const text of reading ?? []) told += text;
    })().catch(() => {});
    const [slot] = (await studio.slotsOf(musician)).slice(8);
    const id = slot?.id ?? '';
    const held = await fetch(origin + prebook.path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({
        slots: [id],
        primary_slot: id,
        options: { service_id: studio.service('recording') },
      }),
    });
    expect(held.status).toBe(201);
    expect((await fetch(origin + getMe.path, { headers })).status).toBe(200);
    await expect.poll(() => told).toContain('slots');
    stream.abort();
    await listening;
  },
);

test.for(hasPgBouncer() ? (['transaction'] as const) : [])(
  'a pooler in %s mode is refused, by a start and by the doctor',
  async (mode, { pooler, folder, onTestFinished }) => {
    const between = await pooler(mode);
    onTestFinished(() => between.stop());
    const port = await freePort(4);
    const env = { DATABASE_URL: between.url, DATA_DIR: `${folder}/refused`, PORT: `${port}`, DEMO: 'off' };
    const server = startServer(env);
    expect(await server.exit()).toBe(1);
    expect(server.output()).toMatch(SENTENCE);
    const [finding] = await checkDatabase({ databaseUrl: between.url }, systemClock);
    expect(finding?.text).toMatch(SENTENCE);
  },
);
