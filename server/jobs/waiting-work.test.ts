import { sql } from 'kysely';
import pino from 'pino';
import { expect } from 'vitest';
import { ok } from '#shared/lib/result.ts';
import { transaction } from '../db/transaction.ts';
import { JOBS } from '../start/rooms.ts';
import { START, testApp } from '#test/api/app.ts';
import { test } from '#test/api/test.ts';

test('work that waits when a server starts fails no try: nothing begins before all that it needs is there', async ({
  app,
}) => {
  const { db, clock } = app;
  const due = JOBS.filter((job) => job.cron !== undefined);
  await transaction({ db, now: clock.now() }, async (tx) => {
    for (const job of due) await app.queues.enqueue(tx, job, {});
    return ok(undefined);
  });

  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const starting = await testApp(START, { url: app.url, log, queues: 'work' });
  const states = async () => {
    const { rows } = await sql<{ name: string; state: string; retry_count: number }>`
      select name, state, retry_count from jobs.job where state <> 'completed' or retry_count > 0`.execute(
      db,
    );
    return rows;
  };
  await expect.poll(states, { timeout: 30_000 }).toEqual([]);
  expect(lines.filter((line) => line.includes('job failed'))).toEqual([]);
  const { rows } = await sql<{ n: number }>`
    select count(distinct name)::int as n from jobs.job where state = 'completed'`.execute(db);
  expect(rows[0]?.n).toBeGreaterThanOrEqual(due.length);
  await starting.close();
});

test('every job with a time is scheduled at it, in UTC, also where it had another: the check of the data once a night', async ({
  app,
}) => {
  const scheduled = async () => {
    const { rows } = await sql<{ name: string; cron: string; timezone: string }>`
      select name, cron, timezone from jobs.schedule`.execute(app.db);
    return new Map(rows.map(({ name, cron, timezone }) => [name, `${cron} ${timezone}`]));
  };
  const wanted = JOBS.flatMap(({ name, cron }) =>
    cron === undefined ? [] : [[name, `${cron} UTC`] as const],
  );
  for (const former of ['', '1 1 * * *']) {
    if (former !== '')
      await sql`update jobs.schedule set cron = ${former} where name = 'operator.check-data'`.execute(app.db);
    const starting = await testApp(START, { url: app.url, queues: 'work' });
    await expect.poll(scheduled).toEqual(new Map(wanted));
    await starting.close();
  }
  expect((await scheduled()).get('operator.check-data')).toBe('40 3 * * * UTC');
});
