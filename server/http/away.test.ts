import pino from 'pino';
import { expect } from 'vitest';
import { buildApp } from '../start/app.ts';
import { openDatabase, REQUEST_LIMITS } from '../db/database.ts';
import { readSettings } from '../start/settings.ts';
import { Line } from '#test/api/database-proxy.ts';
import { fixedClock } from '#test/api/fixed-clock.ts';
import { NO_PAYMENTS } from '../ctx/payments.ts';
import type { Storage } from '../ctx/storage.ts';
import { test as base } from '#test/api/test.ts';

const HOST = { host: 'localhost:4000', cookie: 'talkback_studio=nobody' };

const test = base
  .extend('line', { scope: 'file' }, async ({ database }, { onCleanup }) => {
    const line = new Line(database.url);
    await line.mend();
    onCleanup(() => line.cut());
    return line;
  })
  .extend('db', { scope: 'file' }, ({ line }, { onCleanup }) => {
    const db = openDatabase(line.url, { max: 4, limits: REQUEST_LIMITS });
    onCleanup(() => db.destroy());
    return db;
  })
  .extend('api', { scope: 'file' }, async ({ database, db }, { onCleanup }) => {
    const api = await buildApp({
      settings: readSettings({ PORT: '4000' }),
      db,
      target: database.url,
      clock: fixedClock('2026-11-21T12:00:00Z'),
      log: pino({ level: 'silent' }),
      storage: { ping: async () => {} } as Storage,
      payments: NO_PAYMENTS,
      disk: null,
      devToken: 'unused',
      pages: { kind: 'none' },
      queues: 'manual',
    });
    await api.http.ready();
    onCleanup(() => api.close());
    return api;
  })
  .extend(
    'ask',
    { scope: 'file' },
    ({ api }) =>
      (url: string) =>
        api.http.inject({ url, headers: HOST }),
  );

test('while the database is away calls are answered 503 with Retry-After, and without a restart when it is back', async ({
  line,
  ask,
}) => {
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
