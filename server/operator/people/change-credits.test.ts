import { expect } from 'vitest';
import { getStatement } from '#shared/credits/contract.ts';
import { grantCredits, takeCredits } from '#shared/operator/contract-person-verbs.ts';
import { grant } from '../../credits/steps.ts';
import { findViolation } from '../../db/invariants.ts';
import { newId } from '../../lib/ids.ts';
import { balance, CREDIT_INVARIANTS } from '../../credits/service.ts';
import type { TestPerson } from '#test/api/people.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { test as base } from '#test/api/test.ts';

const test = base
  .extend(
    'totalOf',
    { scope: 'file' },
    ({ app }) =>
      async ({ id }: Pick<TestPerson, 'id'>) =>
        (await balance(app.db, id, app.clock.now())).total,
  )
  .extend('operator', { scope: 'file' }, ({ app }) => app.people.make('operator', { name: 'Olga Operator' }))
  .extend(
    'change',
    { scope: 'file' },
    ({ app, operator }) =>
      async (
        what: 'grant' | 'take',
        { id }: Pick<TestPerson, 'id'>,
        credits: number,
        headers: Record<string, string> = {},
      ) => {
        const args = { params: { id }, body: { credits, reason: ' A broken session ' }, headers };
        const { status, body, problem } = await app.call(
          what === 'grant' ? grantCredits : takeCredits,
          args,
          operator,
        );
        return status === 200 ? body.total : `${status} ${problem?.code}`;
      },
  );

test('credits are granted without expiry, with a reason in the audit log', async ({
  app,
  studio,
  operator,
  change,
}) => {
  const client = await studio.makeClient({ credits: 2 });
  expect(await change('grant', client, 3)).toBe(5);
  const { body } = await app.call(getStatement, { query: {} }, client);
  expect(body.statement[0]).toMatchObject({
    credits: 3,
    balance: 5,
    expiry: null,
    what: 'From the studio',
  });
  expect(await auditOf(app.db, 'person', client.id)).toEqual([
    {
      operator_id: operator.id,
      what: 'credits.granted',
      person_id: client.id,
      reason: 'A broken session',
      before: { credits: 2 },
      after: { credits: 5 },
    },
  ]);
});

test('what the studio granted is taken back, several times, and not more', async ({
  app,
  studio,
  change,
  totalOf,
}) => {
  const client = await studio.makeClient({ credits: 5 });
  expect([await change('take', client, 2), await change('take', client, 2)]).toEqual([3, 1]);
  expect(await change('take', client, 2)).toBe('409 not_enough_credits');
  expect(await totalOf(client)).toBe(1);
  const { body } = await app.call(getStatement, { query: {} }, client);
  expect(body.statement[0]).toMatchObject({ credits: -2, balance: 1, what: 'Withdrawn: from the studio' });
  const entries = await auditOf(app.db, 'person', client.id);
  expect(entries.map(({ what, after }) => [what, after])).toEqual([
    ['credits.taken', { credits: 3 }],
    ['credits.taken', { credits: 1 }],
  ]);
  for (const invariant of CREDIT_INVARIANTS) expect(await findViolation(app.db, invariant)).toBeNull();
});

test('credits that were paid for, and those that have expired, are not taken', async ({
  app,
  studio,
  change,
}) => {
  const client = await studio.makeClient({ credits: 0 });
  const lot = { personId: client.id, amount: 4 };
  await studio.inTx(async (tx, now) => {
    await grant(tx, { ...lot, source: 'plan', expiresAt: null, grantKey: newId(), now });
    const expiresAt = now.add({ hours: 1 });
    await grant(tx, { ...lot, source: 'operator', expiresAt, grantKey: newId(), now });
  });
  app.clock.add({ hours: 1 });
  expect(await change('take', client, 1)).toBe('409 not_enough_credits');
  expect(await change('grant', client, 1)).toBe(5);
  expect(await change('take', client, 2)).toBe('409 not_enough_credits');
  expect(await change('take', client, 1)).toBe(4);
});

test('of many who take at once as many succeed as there are credits', async ({ app, studio, change }) => {
  const client = await studio.makeClient({ credits: 4 });
  const tries = await Promise.all(Array.from({ length: 12 }, () => change('take', client, 1)));
  expect(tries.filter((one) => typeof one === 'number').toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3]);
  expect(tries.filter((one) => one === '409 not_enough_credits')).toHaveLength(8);
  expect(await auditOf(app.db, 'person', client.id)).toHaveLength(4);
});

test('a repeat with the same key changes nothing more', async ({ app, studio, change, totalOf }) => {
  const client = await studio.makeClient({ credits: 1 });
  const key = { 'idempotency-key': `grant ${client.id}` };
  expect([await change('grant', client, 2, key), await change('grant', client, 2, key)]).toEqual([3, 3]);
  expect(await totalOf(client)).toBe(3);
  expect(await auditOf(app.db, 'person', client.id)).toHaveLength(1);
});

test('managed clients have credits; musicians and operators have none; nobody is 404', async ({
  app,
  operator,
  change,
}) => {
  expect(await change('grant', await app.people.make('managed'), 1)).toBe(1);
  for (const person of [await app.people.make('partner'), operator])
    for (const what of ['grant', 'take'] as const)
      expect(await change(what, person, 1)).toBe('422 no_credits_here');
  expect(await change('grant', { id: newId() }, 1)).toBe('404 not_found');
});

test('amount and reason have their limits; only operators change credits', async ({
  app,
  studio,
  operator,
  totalOf,
}) => {
  const client = await studio.makeClient({ credits: 1 });
  const params = { id: client.id };
  for (const body of [
    { credits: 0, reason: 'x' },
    { credits: 1001, reason: 'x' },
    { credits: 1.5, reason: 'x' },
    { credits: 1, reason: '  ' },
    { credits: 1, reason: 'x'.repeat(201) },
  ])
    for (const endpoint of [grantCredits, takeCredits])
      expect([body, (await app.call(endpoint, { params, body }, operator)).status]).toEqual([body, 400]);
  const body = { credits: 1, reason: 'x' };
  expect((await app.call(grantCredits, { params, body })).status).toBe(401);
  expect((await app.call(grantCredits, { params, body }, client)).status).toBe(403);
  expect(await totalOf(client)).toBe(1);
});
