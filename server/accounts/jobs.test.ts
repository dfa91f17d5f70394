import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTrack } from '../../shared/sessions/contract.ts';
import { hashToken, newId } from '../lib/ids.ts';
import { limit } from '../lib/rate.ts';
import { testApp, type TestApp } from '../test/app.ts';
import { sweepAccounts } from './jobs.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

const TABLES = ['login_sessions', 'one_time_tokens', 'rate_counters', 'idempotency', 'handled'] as const;

async function left(): Promise<number[]> {
  await sweepAccounts.run(api.app.ctx(), {});
  return Promise.all(
    TABLES.map(async (table) => (await api.db.selectFrom(table).selectAll().execute()).length),
  );
}

test('what is over is cleared away, each thing when its own time is up', async () => {
  const client = await api.people.make('client');
  const now = api.clock.now();
  const headers = { 'idempotency-key': 'one' };
  await api.call(createTrack, { body: { title: 'Song' }, headers }, client);
  await limit(api.db, now, 'a key', 1, 60);
  await api.db
    .insertInto('one_time_tokens')
    .values({
      hash: hashToken('ticket'),
      purpose: 'front_ticket',
      person_id: client.id,
      front: 'studio',
      expires_at: now.add({ seconds: 60 }),
    })
    .execute();
  await api.db.insertInto('handled').values({ event_id: newId(), handler: 'porter', at: now }).execute();

  expect(await left()).toEqual([1, 1, 1, 1, 1]);
  api.clock.add({ seconds: 60 });
  expect(await left()).toEqual([1, 0, 0, 1, 1]);
  api.clock.add({ hours: 48 });
  expect(await left()).toEqual([1, 0, 0, 0, 1]);
  api.clock.add({ hours: 60 * 24 });
  expect(await left()).toEqual([1, 0, 0, 0, 0]);
  api.clock.add({ hours: 400 * 24 });
  expect(await left()).toEqual([0, 0, 0, 0, 0]);
});
