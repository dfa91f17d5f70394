import { expect } from 'vitest';
import { createTrack } from '#shared/sessions/contract.ts';
import { hashToken, newId } from '../lib/ids.ts';
import { limit } from '../db/rate.ts';
import { sweepAccounts } from './jobs.ts';
import { test as base } from '#test/api/test.ts';

const TABLES = ['login_sessions', 'one_time_tokens', 'rate_counters', 'idempotency', 'handled'] as const;

const test = base.extend('left', { scope: 'file' }, ({ app }) => async (): Promise<number[]> => {
  await sweepAccounts.run(app.ctx(), {});
  return Promise.all(
    TABLES.map(async (table) => (await app.db.selectFrom(table).selectAll().execute()).length),
  );
});

test('expired rows are deleted, each kind in its own time', async ({ app, left }) => {
  const client = await app.people.make('client');
  const now = app.clock.now();
  const headers = { 'idempotency-key': 'one' };
  await app.call(createTrack, { body: { title: 'Song' }, headers }, client);
  await limit(app.db, now, 'a key', 1, 60);
  await app.db
    .insertInto('one_time_tokens')
    .values({
      hash: hashToken('ticket'),
      purpose: 'front_ticket',
      person_id: client.id,
      front: 'studio',
      expires_at: now.add({ seconds: 60 }),
    })
    .execute();
  await app.db.insertInto('handled').values({ event_id: newId(), handler: 'porter', at: now }).execute();

  expect(await left()).toEqual([1, 1, 1, 1, 1]);
  app.clock.add({ seconds: 60 });
  expect(await left()).toEqual([1, 0, 0, 1, 1]);
  app.clock.add({ hours: 48 });
  expect(await left()).toEqual([1, 0, 0, 0, 1]);
  app.clock.add({ hours: 60 * 24 });
  expect(await left()).toEqual([1, 0, 0, 0, 0]);
  app.clock.add({ hours: 400 * 24 });
  expect(await left()).toEqual([0, 0, 0, 0, 0]);
});
