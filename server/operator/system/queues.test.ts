import { expect } from 'vitest';
import * as contract from '#shared/operator/system/contract-queues.ts';
import { newId } from '../../lib/ids.ts';
import { issueInvoice } from '../../billing/invoices/jobs.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { test as base } from '#test/rooms/system.ts';

const PAYLOAD = { payment_id: newId() };

const test = base
  .extend('queue', { scope: 'file' }, ({ app, operator }) => async (name: string) => {
    const { body } = await app.call(contract.getQueues, {}, operator);
    return body.queues.find((one) => one.name === name);
  })
  .extend('letters', { scope: 'file' }, ({ app, operator }) => async (query: object = {}) => {
    const { body } = await app.call(contract.listDeadLetters, { query }, operator);
    return body.letters;
  })
  .extend('run', { scope: 'file' }, ({ app, operator }) => async (id: string) => {
    const { status, problem } = await app.call(contract.runDeadLetter, { params: { id } }, operator);
    return status === 200 ? 'again' : `${status} ${problem.code}`;
  })
  .extend(
    'drop',
    { scope: 'file' },
    ({ app, operator }) =>
      async (id: string, reason = 'No longer needed') => {
        const { status, problem } = await app.call(
          contract.dropDeadLetter,
          { params: { id }, body: { reason } },
          operator,
        );
        return status === 200 ? 'dropped' : `${status} ${problem.code}`;
      },
  );

test('every queue is there with its jobs by state and the age of the oldest', async ({
  app,
  studio,
  queue,
}) => {
  expect(await queue(issueInvoice.name)).toEqual({
    name: issueInvoice.name,
    waiting: 0,
    later: 0,
    retrying: 0,
    active: 0,
    failed: 0,
    oldest_at: null,
  });
  const due = app.clock.now().subtract({ minutes: 10 });
  await studio.inTx(async (tx, now) => {
    const { events } = app.ctx();
    await events.enqueue(tx, issueInvoice, PAYLOAD, due);
    await events.enqueue(tx, issueInvoice, PAYLOAD, now.add({ hours: 1 }));
  });
  const found = await queue(issueInvoice.name);
  expect(found).toMatchObject({
    waiting: 1,
    later: 1,
    retrying: 0,
    active: 0,
    failed: 0,
    oldest_at: due.toString(),
  });
  expect(await queue('dead-letter'), 'is no queue of its own').toBeUndefined();
});

test('a job that failed every try is listed with what it failed with, and runs again once', async ({
  app,
  operator,
  queue,
  letters,
  failJob,
  run,
}) => {
  const { id } = await failJob(issueInvoice, PAYLOAD);
  expect((await letters()).find((one) => one.id === id)).toMatchObject({
    queue: issueInvoice.name,
    tries: 1,
    data: PAYLOAD,
    failure: `there is no payment ${PAYLOAD.payment_id}`,
  });
  const before = await queue(issueInvoice.name);
  const tries = await Promise.all(Array.from({ length: 6 }, () => run(id)));
  expect(tries.toSorted()).toEqual([...Array.from({ length: 5 }, () => '409 settled'), 'again']);
  const after = await queue(issueInvoice.name);
  expect(after?.failed).toBe((before?.failed ?? 0) - 1);
  expect((after?.waiting ?? 0) + (after?.later ?? 0)).toBe((before?.waiting ?? 0) + (before?.later ?? 0) + 1);
  expect((await letters()).some((one) => one.id === id)).toBe(false);
  expect(await auditOf(app.db, 'job', id)).toEqual([
    {
      operator_id: operator.id,
      what: 'job.run-again',
      person_id: null,
      reason: null,
      before: { queue: issueInvoice.name, tries: 1, failure: expect.any(String) },
      after: null,
    },
  ]);
});

test('a failed job is dropped once, with a reason; of dropping and running again one wins', async ({
  app,
  failJob,
  run,
  drop,
}) => {
  const first = await failJob(issueInvoice, PAYLOAD);
  expect(await drop(first.id, ' '), 'without a reason').toBe('400 malformed');
  expect(await drop(first.id)).toBe('dropped');
  expect(await drop(first.id)).toBe('409 settled');
  expect(await run(first.id)).toBe('409 settled');
  expect(await auditOf(app.db, 'job', first.id)).toMatchObject([
    { what: 'job.dropped', reason: 'No longer needed' },
  ]);
  const second = await failJob(issueInvoice, PAYLOAD);
  const both = await Promise.all([run(second.id), drop(second.id)]);
  expect(both.filter((one) => one === '409 settled')).toHaveLength(1);
  expect(await auditOf(app.db, 'job', second.id)).toHaveLength(1);
  for (const verb of [run, drop]) expect(await verb(newId())).toBe('404 not_found');
});

test('a job of a queue that this release does not have stays, and may be dropped', async ({
  app,
  letters,
  failJob,
  run,
  drop,
}) => {
  const { id } = await failJob(issueInvoice, PAYLOAD);
  await app.db.updateTable('dead_letters').set({ queue: 'billing.gone' }).where('id', '=', id).execute();
  expect(await run(id)).toBe('409 unknown_queue');
  expect((await letters()).some((one) => one.id === id)).toBe(true);
  expect(await auditOf(app.db, 'job', id)).toEqual([]);
  expect(await drop(id)).toBe('dropped');
});

test("providers' events are listed with whom they concern, and why one waits", async ({
  app,
  operator,
  studio,
}) => {
  const person = await studio.makeClient({ name: 'Clara Client' });
  const now = app.clock.now();
  const customer = { provider: 'stripe', mode: 'test', customer_id: 'cus_1', person_id: person.id } as const;
  await app.db
    .insertInto('billing_customers')
    .values({ ...customer, created_at: now })
    .execute();
  const event = (n: number, more: object) => ({
    provider: 'stripe',
    event_id: `evt_${n}`,
    type: 'invoice.paid',
    object_id: `in_${n}`,
    customer_id: 'cus_1',
    created_at: now,
    received_at: now.add({ seconds: n }),
    handled_at: null,
    ...more,
  });
  await app.db
    .insertInto('billing_events')
    .values([
      event(1, { handled_at: now.add({ seconds: 5 }) }),
      event(2, {}),
      event(3, { provider: 'paypal', customer_id: null }),
    ])
    .execute();
  const letter = { id: newId(), queue: 'billing.sync', failure: 'No answer', tries: 9 };
  const data = JSON.stringify({ provider: 'stripe', mode: 'test', customer_id: 'cus_1' });
  await app.db
    .insertInto('dead_letters')
    .values({ ...letter, data, enqueued_at: now, failed_at: now })
    .execute();
  const listed = async (query: object = {}) =>
    (await app.call(contract.listWebhooks, { query }, operator)).body;
  const { webhooks, next } = await listed();
  expect(webhooks.map(({ id, person: whom, failure }) => [id, whom?.name ?? null, failure])).toEqual([
    ['evt_3', null, null],
    ['evt_2', 'Clara Client', 'No answer'],
    ['evt_1', 'Clara Client', null],
  ]);
  expect(next).toBeNull();
  const ids = async (query: object) => (await listed(query)).webhooks.map(({ id }) => id);
  expect(await ids({ provider: 'paypal' })).toEqual(['evt_3']);
  expect(await ids({ state: 'waiting' })).toEqual(['evt_3', 'evt_2']);
  expect(await ids({ state: 'handled' })).toEqual(['evt_1']);
  expect(await ids({ after: 'evt_2' })).toEqual(['evt_1']);
  expect(
    (await app.call(contract.listWebhooks, { query: { state: 'lost' } as never }, operator)).status,
  ).toBe(400);
});
