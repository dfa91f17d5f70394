import { expect } from 'vitest';
import { getToday } from '#shared/operator/contract-today.ts';
import { TODAY_LISTS, type TodayList } from '#shared/operator/rules-today.ts';
import { issueInvoice } from '../../billing/invoices/jobs.ts';
import { newId, newToken } from '../../lib/ids.ts';
import { makeSession } from '#test/rooms/sessions.ts';
import { test as base } from '#test/rooms/system.ts';

const test = base
  .extend('client', { scope: 'file' }, ({ studio }) => studio.makeClient({ name: 'Clara Client' }))
  .extend('musician', { scope: 'file' }, ({ studio }) => studio.makeMusician({ name: 'Max Musician' }))
  .extend('read', { scope: 'file' }, ({ app, operator }) => async () => {
    // A login session of operators is short, and the clock moves.
    const { status, body } = await app.call(getToday, {}, await app.people.signIn(operator));
    expect(status).toBe(200);
    return body;
  })
  .extend('list', { scope: 'file' }, ({ read }) => async (list: TodayList) => {
    const found = (await read()).lists.find((one) => one.list === list);
    if (found === undefined) throw new Error(`no ${list}`);
    return found;
  });

test('where nothing waits every list is there and empty', async ({ read }) => {
  const { lists, storage } = await read();
  expect(lists).toEqual(TODAY_LISTS.map((list) => ({ list, count: 0, rows: [] })));
  expect(storage).toBeNull();
});

test('sessions are now, next, late and without files by the clock', async ({
  app,
  clock,
  studio,
  client,
  musician,
  list,
}) => {
  const starts = app.start.add({ hours: 20 });
  const { id, ends } = await makeSession(studio, { client, musician, starts });
  const ids = async () => {
    const found: Partial<Record<TodayList, number[]>> = {};
    for (const name of ['running', 'next', 'late', 'files_due'] as const) {
      const { rows } = await list(name);
      if (rows.length > 0) found[name] = rows.map(({ session }) => session?.id ?? 0);
    }
    return found;
  };
  expect(await ids()).toEqual({ next: [id], files_due: [id] });
  expect((await list('next')).rows).toEqual([
    {
      id: String(id),
      at: starts.toString(),
      session: { id, service: expect.any(String) },
      person: { id: client.id, name: 'Clara Client' },
      musician: { id: musician.id, name: 'Max Musician' },
      about: null,
    },
  ]);
  clock.instant = starts.subtract({ hours: 24 * 5 });
  expect(await ids(), 'days before').toEqual({});
  clock.instant = starts;
  expect(await ids()).toEqual({ running: [id], files_due: [id] });
  clock.instant = ends;
  expect(await ids(), 'its files are not late yet').toEqual({});
  const { files_delivery } = await app.db
    .selectFrom('services as v')
    .innerJoin('sessions as s', 's.service_id', 'v.id')
    .select('files_delivery')
    .where('s.id', '=', id)
    .executeTakeFirstOrThrow();
  clock.instant = ends.add({ minutes: files_delivery });
  expect(await ids()).toEqual({ late: [id] });
  expect((await list('late')).rows[0]?.at).toBe(clock.instant.toString());
});

test('a list has its first five by time, and counts all', async ({ app, clock, list }) => {
  const names = [];
  for (let n = 1; n <= 7; n += 1) {
    clock.instant = app.start.subtract({ hours: 24 * n });
    const { id } = await app.people.make('client', { name: `Waiting ${n}` });
    await app.db.updateTable('people').set({ waitlisted: true }).where('id', '=', id).execute();
    names.unshift(`Waiting ${n}`);
  }
  clock.instant = app.start;
  const { count, rows } = await list('waiting_list');
  expect(count).toBe(7);
  expect(rows.map(({ person }) => person?.name)).toEqual(names.slice(0, 5));
});

test('what waits for a decision or has failed is listed', async ({
  app,
  studio,
  musician,
  client,
  list,
  failJob,
}) => {
  const now = app.clock.now();
  const { id: session_id, starts } = await makeSession(studio, { client, musician });
  await app.db
    .insertInto('calendar_conflicts')
    .values({
      session_id,
      musician_id: musician.id,
      during: `[${starts.toString()},${starts.add({ minutes: 30 }).toString()})`,
      calendar: 'Family',
      found_at: now,
    })
    .execute();
  expect((await list('conflicts')).rows).toMatchObject([{ session: { id: session_id }, about: 'Family' }]);

  const late = await studio.makeClient({ name: 'Lea Late' });
  await app.db
    .updateTable('memberships')
    .set({ last_payment_status: 'failed' })
    .where('person_id', '=', late.id)
    .execute();
  expect((await list('failed_payments')).rows).toMatchObject([{ person: { name: 'Lea Late' } }]);

  const reward = {
    id: newId(),
    inviter_id: client.id,
    email: 'a@test.test',
    code: newToken(),
    created_at: now,
  };
  await app.db
    .insertInto('invitations')
    .values({
      ...reward,
      expires_at: now.add({ hours: 720 }),
      status: 'waiting-for-approval',
      invitee_id: late.id,
      accepted_at: now,
      first_paid_at: now,
      needs_operator: 'same_household',
    })
    .execute();
  expect((await list('rewards')).rows).toMatchObject([
    { person: { id: client.id }, about: 'same_household', at: now.toString() },
  ]);
  await app.db.updateTable('invitations').set({ needs_operator: null }).execute();
  expect((await list('rewards')).count, 'what is paid by itself').toBe(0);

  await app.db
    .insertInto('musician_drafts')
    .values({ musician_id: musician.id, body: '{}', version: 1, saved_at: now, submitted_at: now })
    .execute();
  expect((await list('profiles')).rows).toMatchObject([{ person: { id: musician.id } }]);

  expect((await list('failed_jobs')).count).toBe(0);
  await failJob(issueInvoice, { payment_id: newId() });
  expect((await list('failed_jobs')).rows).toMatchObject([{ about: issueInvoice.name, person: null }]);
});
