import { createConnection, createServer, type Server, type Socket } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type App } from '../app.ts';
import { openDatabase, type Database } from '../db/database.ts';
import { testDatabase, type TestDatabase } from '../db/test-database.ts';
import { readSettings } from '../settings.ts';
import { fixedClock } from './clock.ts';
import type { Storage } from './storage.ts';

const HOST = { host: 'localhost:4000', cookie: 'talkback_studio=nobody' };

/** A line to the database that can be cut and mended. */
class Line {
  readonly #url: URL;
  readonly #open = new Set<Socket>();
  #server: Server | undefined;
  port = 0;

  constructor(url: string) {
    this.#url = new URL(url);
  }

  async mend(): Promise<void> {
    const socket = this.#url.searchParams.get('host');
    const port = Number(this.#url.port || 5432);
    const target =
      socket === null ? { host: this.#url.hostname, port } : { path: `${socket}/.s.PGSQL.${port}` };
    this.#server = createServer((near) => {
      const far = createConnection(target);
      for (const end of [near, far]) {
        this.#open.add(end);
        end.on('error', () => {});
        end.on('close', () => this.#open.delete(end));
      }
      near.pipe(far).pipe(near);
    });
    await new Promise<void>((resolve) => this.#server?.listen(this.port, '127.0.0.1', resolve));
    const address = this.#server.address();
    this.port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    for (const end of this.#open) end.destroy();
    await closed;
  }
}

let database: TestDatabase;
let line: Line;
let db: Database;
let app: App;

beforeAll(async () => {
  database = await testDatabase();
  line = new Line(database.url);
  await line.mend();
  const url = new URL(database.url);
  const target = {
    host: '127.0.0.1',
    port: line.port,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1),
  };
  db = openDatabase(target, { max: 4 });
  app = await buildApp({
    settings: readSettings({ PORT: '4000' }),
    db,
    target: database.url,
    clock: fixedClock('2026-11-21T12:00:00Z'),
    log: pino({ level: 'silent' }),
    storage: { ping: async () => {} } as Storage,
    disk: null,
    pages: { kind: 'none' },
    queues: 'manual',
  });
  await app.http.ready();
});

afterAll(async () => {
  await app.close();
  await db.destroy();
  await line.cut();
  await database.drop();
});

const ask = (url: string) => app.http.inject({ url, headers: HOST });

test('while the database is away calls are answered 503 with Retry-After, and without a restart when it is back', async () => {
  expect((await ask('/readyz')).statusCode).toBe(200);
  expect((await ask('/api/users/me')).statusCode).toBe(401);

  await line.cut();
  const away = await ask('/api/users/me');
  expect(away.statusCode).toBe(503);
  expect(away.headers['retry-after']).toBe('2');
  expect(away.json()).toMatchObject({ code: 'unavailable', status: 503 });
  const notReady = await ask('/readyz');
  expect(notReady.statusCode).toBe(503);
  expect(notReady.json()).toEqual({ ok: false, database: false, storage: true });
  expect((await ask('/healthz')).statusCode).toBe(200);

  await line.mend();
  expect((await ask('/api/users/me')).statusCode).toBe(401);
  expect((await ask('/readyz')).statusCode).toBe(200);
});
