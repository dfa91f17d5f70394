import { expect } from 'vitest';
import { getMe } from '#shared/me/contract.ts';
import { admitPerson } from '#shared/operator/person/contract-invite.ts';
import { newId } from '../../lib/ids.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { test as base } from '#test/api/test.ts';

const test = base
  .extend('operator', { scope: 'file' }, ({ app }) => app.people.make('operator'))
  .extend('waiting', { scope: 'file' }, ({ app }) => async (more: { blocked_at?: Temporal.Instant } = {}) => {
    const person = await app.people.make('client');
    await app.db
      .updateTable('people')
      .set({ waitlisted: true, ...more })
      .where('id', '=', person.id)
      .execute();
    return person;
  })
  .extend('letIn', { scope: 'file' }, ({ app, operator }) => async (id: string) => {
    const { status, problem } = await app.call(admitPerson, { params: { id } }, operator);
    return status === 200 ? 'in' : `${status} ${problem?.code}`;
  });

test('of several who let somebody in at once one does, and it is audited once', async ({
  app,
  operator,
  waiting,
  letIn,
}) => {
  const person = await waiting();
  expect((await app.call(getMe, {}, person)).status).toBe(401);
  const tries = await Promise.all(Array.from({ length: 6 }, () => letIn(person.id)));
  expect(tries.toSorted()).toEqual([...Array.from({ length: 5 }, () => '409 not_waiting'), 'in']);
  expect((await app.call(getMe, {}, person)).status).toBe(200);
  expect(await auditOf(app.db, 'person', person.id)).toMatchObject([
    { operator_id: operator.id, what: 'person.admitted' },
  ]);
});

test('who does not wait, is blocked or is not there is refused; only operators let in', async ({
  app,
  waiting,
  letIn,
}) => {
  expect(await letIn((await app.people.make('client')).id)).toBe('409 not_waiting');
  expect(await letIn((await waiting({ blocked_at: app.clock.now() })).id)).toBe('409 blocked');
  expect(await letIn(newId())).toBe('404 not_found');
  const params = { id: (await waiting()).id };
  expect((await app.call(admitPerson, { params })).status).toBe(401);
  for (const role of ['client', 'partner', 'managed'] as const)
    expect((await app.call(admitPerson, { params }, await app.people.make(role))).status).toBe(403);
});
