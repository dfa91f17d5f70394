import { expect } from 'vitest';
import * as calls from '#shared/billing/contract-buying.ts';
import * as contract from '#shared/operator/person/contract-payments.ts';
import { dispute } from '#sandbox/stripe/commands.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
import { newId } from '../../lib/ids.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { test as base } from '#test/rooms/buying.ts';
import { outageFixture, throughOutage } from '#test/rooms/outage.ts';
import { creditsOf, settle } from '#test/rooms/store.ts';

const test = base
  .extend('outage', { scope: 'file' }, outageFixture)
  .extend('options', { scope: 'file' }, throughOutage)
  .extend('operator', { scope: 'file' }, ({ app }) => app.people.make('operator'))
  /** Somebody who bought three credits for $291.51. */
  .extend('paid', ({ app, buyer, pay, operator }) => async () => {
    const person = await buyer({ status: 'ondemand' });
    const { body } = await app.call(calls.createTopup, { body: { amount: 3 } }, person);
    await pay(body.url);
    await app.queues.drain();
    const listed = await app.call(contract.listPersonPayments, { params: { id: person.id } }, operator);
    const [payment] = listed.body.payments;
    if (payment === undefined) throw new Error('nothing was paid');
    return { person, payment };
  })
  .extend(
    'plan',
    { scope: 'file' },
    ({ app, operator }) =>
      (id: string, query: { cents?: number; again?: 'yes' } = {}) =>
        app.call(contract.planRefund, { params: { id }, query }, operator),
  )
  .extend(
    'make',
    { scope: 'file' },
    ({ app, operator }) =>
      async (id: string, body: { cents: number; left_cents: number; again?: boolean }, key = newId()) => {
        const headers = { 'idempotency-key': key };
        const {
          status,
          body: done,
          problem,
        } = await app.call(contract.makeRefund, { params: { id }, body, headers }, operator);
        return status === 200 ? done : `${status} ${problem?.code}: ${problem?.detail}`;
      },
  );

test('an operator sees what was paid, refunds a part as it was shown, and sees the credit note', async ({
  app,
  operator,
  paid,
  plan,
  make,
}) => {
  const { person, payment } = await paid();
  expect(payment).toMatchObject({
    kind: 'top-up',
    quantity: 3,
    total_cents: 29151,
    refunded_cents: 0,
    credit_notes: [],
    disputes: [],
    invoice: { number: expect.stringMatching(/^TB-/) },
  });
  const { body: shown } = await plan(payment.id, { cents: 9717 });
  expect(shown).toEqual({ cents: 9717, left_cents: 19434, credits: 1 });
  expect(await creditsOf(app, person.id), 'looking changes nothing').toEqual({ 'top-up': 3 });
  const refund = { cents: 9717, left_cents: 19434 };
  const key = newId();
  expect(await make(payment.id, refund, key)).toEqual({ taken_in: true });
  expect(await make(payment.id, refund, key), 'the same press once more').toEqual({ taken_in: true });
  expect(await make(payment.id, refund)).toMatch(/^409 made_already/);
  expect(await make(payment.id, { ...refund, again: true })).toMatch(/^409 changed/);
  await settle(app);
  await app.queues.drain();
  expect(await creditsOf(app, person.id)).toEqual({ 'top-up': 2 });
  const { body } = await app.call(contract.listPersonPayments, { params: { id: person.id } }, operator);
  expect(body.payments).toMatchObject([
    { refunded_cents: 9717, credit_notes: [{ number: expect.stringMatching(/^TB-/) }] },
  ]);
  const entries = await auditOf(app.db, 'payment', payment.id);
  expect(entries.map(({ what, operator_id }) => [what, operator_id])).toEqual([
    ['refund.begun', operator.id],
    ['refund.made', operator.id],
  ]);
  expect((await plan(payment.id)).body).toEqual({ cents: 19434, left_cents: 0, credits: 2 });
  expect(await make(payment.id, { cents: 19434, left_cents: 0 })).toEqual({ taken_in: true });
  expect((await plan(payment.id)).problem?.code).toBe('refunded_wholly');
  expect(await brokenInvariants(app.db)).toEqual([]);
});

test('of many presses at once one refund is made', async ({ paid, make, stripe, app }) => {
  const { payment } = await paid();
  const tries = await Promise.all(
    Array.from({ length: 4 }, () => make(payment.id, { cents: 5000, left_cents: 24151 })),
  );
  expect(tries.some((one) => typeof one === 'object')).toBe(true);
  const { provider_id } = await app.db
    .selectFrom('billing_payments')
    .select('provider_id')
    .where('id', '=', payment.id)
    .executeTakeFirstOrThrow();
  const { data } = await stripe.refunds.list({ payment_intent: provider_id });
  expect(data.map(({ amount }) => amount)).toEqual([5000]);
});

test('each refusal has its sentence', async ({ app, paid, plan, make, sandbox, outage }) => {
  const { payment } = await paid();
  expect((await plan(newId())).problem?.detail).toBe('There is no such payment.');
  const tooMuch = await plan(payment.id, { cents: 29152 });
  expect([tooMuch.status, tooMuch.problem?.detail]).toEqual([
    422,
    'That is more than what is left of the payment.',
  ]);
  outage.fail('error');
  const away = await plan(payment.id);
  expect([away.status, away.problem?.detail]).toEqual([
    503,
    'The payment provider does not answer. Nothing was paid back; try again.',
  ]);
  outage.fail('refunds');
  expect(await make(payment.id, { cents: 100, left_cents: 29051 })).toMatch(
    /^422 refused: The payment provider refuses: /,
  );
  outage.end();
  expect((await auditOf(app.db, 'payment', payment.id)).map(({ what }) => what)).toEqual([
    'refund.begun',
    'refund.refused',
  ]);
  const { provider_id } = await app.db
    .selectFrom('billing_payments')
    .select('provider_id')
    .where('id', '=', payment.id)
    .executeTakeFirstOrThrow();
  await dispute(sandbox.context, provider_id);
  await settle(app);
  expect((await plan(payment.id)).problem?.code).toBe('disputed');
});

test('a refund whose answer is lost is found by the next press', async ({
  paid,
  make,
  outage,
  stripe,
  app,
}) => {
  const { payment } = await paid();
  const refund = { cents: 5000, left_cents: 24151 };
  const key = newId();
  // The intent and its refunds are read, then it is made.
  outage.fail('lost', 2);
  expect(await make(payment.id, refund, key)).toBe(
    '503 outcome_open: The payment provider does not answer. Press again: it is refunded once.',
  );
  outage.end();
  expect(await make(payment.id, refund, key)).toMatch(/^409 made_already/);
  const { provider_id } = await app.db
    .selectFrom('billing_payments')
    .select('provider_id')
    .where('id', '=', payment.id)
    .executeTakeFirstOrThrow();
  expect((await stripe.refunds.list({ payment_intent: provider_id })).data).toHaveLength(1);
});

test('only operators see and refund', async ({ app, paid }) => {
  const { person, payment } = await paid();
  const look = { params: { id: person.id } };
  const refund = { params: { id: payment.id }, body: { cents: 1, left_cents: 0 } };
  expect((await app.call(contract.listPersonPayments, look)).status).toBe(401);
  expect((await app.call(contract.listPersonPayments, look, person)).status).toBe(403);
  expect((await app.call(contract.makeRefund, refund)).status).toBe(401);
  expect((await app.call(contract.makeRefund, refund, person)).status).toBe(403);
  const operator = await app.people.make('operator');
  for (const endpoint of [contract.listPersonPayments, contract.readSubscriptions] as const)
    expect((await app.call(endpoint, { params: { id: newId() } }, operator)).status).toBe(404);
  const bad = { params: { id: payment.id }, body: { cents: 0, left_cents: 0 } };
  expect((await app.call(contract.makeRefund, bad, operator)).status).toBe(400);
});

test('a subscription is read as the provider says it, and who does not answer is named', async ({
  app,
  operator,
  buyer,
  press,
  pay,
  outage,
}) => {
  const person = await buyer();
  const read = async () => {
    const { body } = await app.call(contract.readSubscriptions, { params: { id: person.id } }, operator);
    return body;
  };
  expect(await read()).toEqual({ subscriptions: [], unanswered: [] });
  const { body } = await press(person);
  await pay(body.url);
  const told = await read();
  expect(told).toMatchObject({
    subscriptions: [
      {
        provider: 'stripe',
        status: 'trialing',
        plan: { name: expect.any(String), is_annual: false },
        ends_at: null,
        next_plan: null,
        url: null,
      },
    ],
    unanswered: [],
  });
  expect(told.subscriptions[0]?.next_cents).toBeGreaterThan(0);
  outage.fail('error');
  expect(await read()).toEqual({ subscriptions: [], unanswered: ['stripe'] });
  outage.end();
});

test('payments come 50 at a time, the latest first, and only those of the person', async ({
  app,
  operator,
  paid,
}) => {
  const { person, payment } = await paid();
  const { person: other, payment: foreign } = await paid();
  const { id: _id, ...row } = await app.db
    .selectFrom('billing_payments')
    .selectAll()
    .where('id', '=', payment.id)
    .executeTakeFirstOrThrow();
  const more = Array.from({ length: 60 }, (_, n) => ({
    ...row,
    id: newId(),
    provider_id: `pi_paged_${n}`,
    // Two at each instant: the id decides.
    paid_at: row.paid_at.subtract({ hours: 24 * (1 + Math.floor(n / 2)) }),
  }));
  await app.db.insertInto('billing_payments').values(more).execute();
  const list = async (after?: string) =>
    (await app.call(contract.listPersonPayments, { params: { id: person.id }, query: { after } }, operator))
      .body;
  const first = await list();
  expect(first.payments).toHaveLength(50);
  expect(first.payments[0]?.id).toBe(payment.id);
  const second = await list(first.next ?? undefined);
  expect(second.next).toBeNull();
  const ids = [...first.payments, ...second.payments].map(({ id }) => id);
  expect(new Set(ids)).toEqual(new Set([payment.id, ...more.map(({ id }) => id)]));
  const instants = [...first.payments, ...second.payments].map(({ paid_at }) => paid_at);
  expect(instants).toEqual(instants.toSorted().toReversed());
  expect((await list(foreign.id)).payments, 'after a payment of somebody else').toEqual([]);
  await app.db
    .deleteFrom('billing_payments')
    .where(
      'id',
      'in',
      more.map(({ id }) => id),
    )
    .execute();
  expect(
    (await app.call(contract.listPersonPayments, { params: { id: other.id } }, operator)).body.next,
  ).toBeNull();
});
