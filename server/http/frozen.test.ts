import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { createTrack } from '#shared/sessions/contract.ts';
import { JOB_LIMITS, openDatabase, REQUEST_LIMITS } from '../db/database.ts';
import { makeBookingApi } from '#test/rooms/booking.ts';
import { onThisMachine } from '#test/api/busy.ts';
import { Line } from '#test/api/database-proxy.ts';
import { test as base } from '#test/api/test.ts';

const HOST = { host: 'localhost:4000', cookie: 'talkback_studio=nobody' };

const test = base
  .extend('line', { scope: 'file' }, async ({ database }, { onCleanup }) => {
    const line = new Line(database.url);
    await line.mend();
    onCleanup(() => line.cut());
    return line;
  })
  .extend('options', { scope: 'file' }, ({ line }) => ({ url: line.url, limits: REQUEST_LIMITS }))
  .extend('client', { scope: 'file' }, ({ studio }) => studio.makeClient({ credits: 5 }))
  /** A response and its duration in milliseconds. */
  .extend('timed', { scope: 'file' }, ({ app }) => async (url: string) => {
    const begun = performance.now();
    const answer = await app.http.inject({ url, headers: HOST });
    return { answer, ms: performance.now() - begun };
  })
  /** Timeouts of a pool's connections in milliseconds: lock and statement. */
  .extend('limitsOf', { scope: 'file' }, ({ database }) => async (limits: typeof JOB_LIMITS) => {
    const db = openDatabase(database.url, { max: 1, limits });
    const { rows } = await sql<{ name: string; setting: string }>`select name, setting from pg_settings
    where name in ('statement_timeout', 'lock_timeout') order by name`.execute(db);
    await db.destroy();
    return rows.map(({ setting }) => Number(setting));
  });

test('requests have 4 s for a statement and 3 s for a lock; jobs and commands more', async ({ limitsOf }) => {
  expect(await limitsOf(REQUEST_LIMITS)).toEqual([3000, 4000]);
  expect(await limitsOf(JOB_LIMITS)).toEqual([15_000, 30_000]);
});

test('a frozen database is a 503 within 5 s for all who ask; it is back by itself when it thaws', async ({
  line,
  timed,
}) => {
  // More than the pool has connections, so that some wait for one.
  const many = () => Promise.all(Array.from({ length: 14 }, () => timed('/api/users/me')));
  for (const { answer } of await many()) expect(answer.statusCode).toBe(401);

  line.freeze();
  const [first, health, ready] = await Promise.all([many(), timed('/healthz'), timed('/readyz')]);
  for (const { answer, ms } of [...first, ...(await many())]) {
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
    expect(answer.json()).toMatchObject({ code: 'unavailable' });
    expect(ms).toBeLessThan(onThisMachine(5000));
  }
  expect(health.answer.statusCode).toBe(200);
  expect(health.ms).toBeLessThan(onThisMachine(500));
  expect(ready.answer.statusCode).toBe(503);
  expect(ready.answer.json()).toEqual({ ok: false, database: false, storage: true });
  expect(ready.ms).toBeLessThan(onThisMachine(2000));
  // Later requests do not wait again.
  expect((await timed('/api/users/me')).ms).toBeLessThan(onThisMachine(500));

  line.thaw();
  await expect.poll(async () => (await timed('/readyz')).answer.statusCode, { timeout: 20_000 }).toBe(200);
  for (const { answer } of await many()) expect(answer.statusCode).toBe(401);
});

test('a frozen storage is not ready within 2 s; nothing else waits for it', async ({ app, timed }) => {
  vi.spyOn(app.ctx().storage, 'ping').mockReturnValue(new Promise(() => {}));
  const { answer, ms } = await timed('/readyz');
  vi.restoreAllMocks();
  expect([answer.statusCode, answer.json()]).toEqual([503, { ok: false, database: true, storage: false }]);
  expect(ms).toBeLessThan(onThisMachine(2000));
  expect((await timed('/healthz')).answer.statusCode).toBe(200);
});

test('a booking whose answer is lost is unknown, not refused; a repeat with the same key answers it and books nothing twice', async ({
  app,
  studio,
  line,
  client,
}) => {
  const bookingApi = makeBookingApi(app, studio);
  const [slot] = await studio.slotsOf(await studio.makeMusician());
  if (slot === undefined) throw new Error('no slot');
  const { id } = await bookingApi.hold(client, [slot]);
  const left = async () => (await bookingApi.ledger(client)).reduce((sum, lot) => sum + lot.remaining, 0);
  const before = await left();

  line.loseNextCommitAnswer();
  const begun = performance.now();
  const lost = await bookingApi.confirm(client, id, {}, { 'idempotency-key': 'one press' });
  expect(performance.now() - begun).toBeLessThan(onThisMachine(5000));
  expect(lost.status).toBe(503);
  expect(lost.headers['retry-after']).toBe('2');
  expect(lost.problem).toMatchObject({
    code: 'outcome_unknown',
    detail: 'We do not know whether this went through. Please try again: it will not happen twice.',
  });

  const again = await bookingApi.confirm(client, id, {}, { 'idempotency-key': 'one press' });
  expect(again.status).toBe(201);
  expect(again.body.session).toMatchObject({ id, status: 'client_files_upload_required' });
  const after = await left();
  expect(after).toBeLessThan(before);
  const third = await bookingApi.confirm(client, id, {}, { 'idempotency-key': 'one press' });
  expect([third.body, await left()]).toEqual([again.body, after]);
});

test('without a key the words ask to look first', async ({ app, line, client }) => {
  line.loseNextCommitAnswer();
  const lost = await app.call(createTrack, { body: { title: 'Once' } }, client);
  expect(lost.problem).toMatchObject({
    code: 'outcome_unknown',
    detail: 'We do not know whether this went through. Please look before you try again.',
  });
});

test('a connection that is cut while a commit is under way is unknown too', async ({
  app,
  database,
  line,
  client,
}) => {
  const own = openDatabase(database.url, { max: 1 });
  line.loseNextCommitAnswer();
  const lost = app.call(
    createTrack,
    { body: { title: 'Cut' }, headers: { 'idempotency-key': 'cut off' } },
    client,
  );
  const isThere = async () =>
    (await own.selectFrom('tracks').select('id').where('title', '=', 'Cut').execute()).length;
  await expect.poll(isThere).toBe(1);
  await line.cut();
  expect((await lost).problem.code).toBe('outcome_unknown');

  await line.mend();
  const again = async () =>
    app.call(createTrack, { body: { title: 'Cut' }, headers: { 'idempotency-key': 'cut off' } }, client);
  await expect.poll(async () => (await again()).status, { timeout: 20_000 }).toBe(201);
  expect(await isThere()).toBe(1);
  await own.destroy();
});
