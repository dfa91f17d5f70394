import { expect } from 'vitest';
import { getMe } from '#shared/me/contract.ts';
import { freePort } from '../../lib/free-port.ts';
import { openMetrics } from './open.ts';
import { serveMetrics } from './serve.ts';
import { createStudioMetrics } from './studio.ts';
import { test as base } from '#test/rooms/holds.ts';

const metrics = openMetrics();
const test = base
  .extend('options', { scope: 'file' }, { observer: metrics.observer })
  .extend('url', { scope: 'file' }, async ({ app }, { onCleanup }) => {
    const at = { host: '127.0.0.1', port: await freePort() };
    const tracing = { dropped: () => ({ queue_full: 3, not_taken: 512 }) };
    onCleanup(await metrics.serve(at, app, { requests: app.db }, tracing));
    return `http://127.0.0.1:${at.port}`;
  })
  /** The values of a metric by their labels. */
  .extend('read', { scope: 'file' }, ({ url }) => async (name: string) => {
    const text = await (await fetch(`${url}/metrics`)).text();
    const lines = text.split('\n').filter((line) => new RegExp(`^${name}[ {]`).test(line));
    return Object.fromEntries(
      lines.map((line) => {
        const [, labels = '', value] = /^[^ {]+(\{.*\})? (\S+)/.exec(line) ?? [];
        return [labels, Number(value)];
      }),
    );
  });

test('requests are counted by route, not by address, and jobs by queue', async ({
  app,
  read,
  makeHold,
  bookingApi,
}) => {
  await app.call(getMe, {}, null);
  const { client, id } = await makeHold();
  expect((await bookingApi.confirm(client, id)).status).toBe(201);
  await app.http.inject({ url: '/nowhere/to/be/found' });
  await app.queues.drain();
  const requests = await read('talkback_http_request_duration_seconds_count');
  expect(requests).toMatchObject({
    '{method="GET",route="/api/users/me",status="401"}': 1,
    '{method="POST",route="/api/v2/sessions",status="201"}': 1,
  });
  expect(Object.keys(requests).filter((labels) => labels.includes('nowhere'))).toEqual([]);
  const jobs = await read('talkback_job_duration_seconds_count');
  expect(Object.keys(jobs)).toContainEqual(expect.stringContaining('outcome="completed"'));
  expect(await read('talkback_live_streams')).toEqual({ '': 0 });
  expect(await read('talkback_database_connections')).toEqual({ '{pool="requests"}': expect.any(Number) });
  for (let look = 0; look < 2; look += 1)
    expect(await read('talkback_trace_spans_dropped_total')).toEqual({
      '{reason="queue_full"}': 3,
      '{reason="not_taken"}': 512,
    });
});

test("the studio's figures are read at each look, of the last day", async ({
  clock,
  read,
  makeHold,
  bookingApi,
}) => {
  const booked = async () => (await read('talkback_bookings_day'))[''] ?? NaN;
  const cancelled = async () => (await read('talkback_cancellations_day'))[''] ?? NaN;
  const before = await booked();
  const { client, id } = await makeHold();
  await bookingApi.confirm(client, id);
  expect([await booked(), await cancelled()]).toEqual([before + 1, 0]);
  await bookingApi.cancel(client, id);
  expect([await booked(), await cancelled()]).toEqual([before + 1, 1]);
  clock.add({ hours: 25 });
  expect([await booked(), await cancelled()]).toEqual([0, 0]);
});

test('queues have what waits, and what failed until it is settled', async ({
  app,
  clock,
  read,
  makeHold,
  bookingApi,
}) => {
  const { client, id } = await makeHold();
  await bookingApi.confirm(client, id);
  // Jobs are due by the database's own clock, which is later than the test's.
  clock.instant = Temporal.Instant.from('2100-01-01T00:00:00Z');
  const waiting = Object.entries(await read('talkback_queue_waiting')).filter(([, jobs]) => jobs > 0);
  expect(waiting.map(([labels]) => labels)).toContainEqual(
    expect.stringContaining('queue="sessions.happened/'),
  );
  const [labels = ''] = waiting[0] ?? [];
  expect((await read('talkback_queue_oldest_seconds'))[labels]).toBeGreaterThan(0);

  const failed = async () => (await read('talkback_queue_failed'))[labels];
  expect(await failed()).toBe(0);
  const queue = /queue="(.*)"/.exec(labels)?.[1] ?? '';
  const job = { queue, data: '{}', tries: 9, enqueued_at: app.start, failed_at: app.start };
  await app.db
    .insertInto('dead_letters')
    .values({ id: '01900000-0000-7000-8000-000000000001', ...job })
    .execute();
  expect(await failed()).toBe(1);
  await app.db.updateTable('dead_letters').set({ settled_at: app.start, outcome: 'dropped' }).execute();
  expect(await failed()).toBe(0);
});

test('only reading /metrics is answered', async ({ url }) => {
  expect((await fetch(`${url}/`)).status).toBe(404);
  expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(405);
  expect((await fetch(`${url}/metrics`)).headers.get('content-type')).toContain('text/plain');
});

test('while the database is away the figures are absent, and that is said', async ({ app }) => {
  const away = new Proxy(app.db, {
    get: () => () => {
      throw new Error('away');
    },
  });
  const text = await createStudioMetrics(() => ({ ...app.ctx(), db: away }))();
  expect(text).toContain('\ntalkback_database_up 0\n');
  expect(text).not.toMatch(/\ntalkback_bookings_day [1-9]/);
});

test('a port that is taken is said by the name of its setting', async () => {
  const at = { host: '127.0.0.1', port: await freePort() };
  const stop = await serveMetrics(at, async () => '');
  await expect(serveMetrics(at, async () => '')).rejects.toThrow(
    `Port ${at.port} is taken by another program. Set METRICS_LISTEN to a free one.`,
  );
  await stop();
});
