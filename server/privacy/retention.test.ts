import { expect } from 'vitest';
import { newId } from '../lib/ids.ts';
import { test } from '#test/api/test.ts';
import { retain } from './jobs.ts';

test('mails and downloads are deleted in batches once they are past their time, and no others', async ({
  app,
  studio,
}) => {
  const client = await studio.makeClient();
  const sent = app.clock.now();
  const mail = (at: Temporal.Instant) => ({
    event_id: newId(),
    recipient: client.email,
    template: 'welcome',
    sent_at: at,
    person_id: client.id,
  });
  const old = Array.from({ length: 2100 }, () => mail(sent));
  await app.db.insertInto('email_log').values(old).execute();
  await app.db
    .insertInto('data_exports')
    .values({ id: newId(), person_id: client.id, made_by: client.id, made_at: sent })
    .execute();
  app.clock.add({ hours: 24 * 400 });
  await app.db.insertInto('email_log').values(mail(app.clock.now())).execute();
  await retain.run(app.ctx(), {});
  expect(await app.db.selectFrom('data_exports').select('id').execute()).toEqual([]);
  expect(await app.db.selectFrom('email_log').select('event_id').execute()).toHaveLength(2101);
  app.clock.add({ seconds: 1 });
  await retain.run(app.ctx(), {});
  expect(await app.db.selectFrom('email_log').select('event_id').execute()).toHaveLength(1);
});
