import { expect } from 'vitest';
import { listAuditLog } from '#shared/operator/contract-audit.ts';
import { audit, type AuditedChange } from '../db/audit.ts';
import { transaction } from '../db/transaction.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { newId } from '../lib/ids.ts';
import type { TestPerson } from '#test/api/people.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { test as base } from '#test/api/test.ts';

const test = base
  .extend('operator', ({ app }) => app.people.make('operator', { name: 'Olga Operator' }))
  /** Enters changes, a second apart. */
  .extend(
    'enter',
    { scope: 'file' },
    ({ app }) =>
      async (by: TestPerson | null, ...changes: readonly AuditedChange[]) => {
        for (const change of changes) {
          app.clock.add({ seconds: 1 });
          await transaction(app.ctx(), async (tx) => {
            await audit(tx, { actor: by, now: app.clock.now() }, change);
            return ok(null);
          });
        }
      },
  )
  .extend(
    'list',
    ({ app, operator }) =>
      async (query: Record<string, string>) =>
        (await app.call(listAuditLog, { query }, operator)).body,
  );

const ofSession = (id: number): AuditedChange => ({
  what: 'session.cancelled',
  object: { kind: 'session', id },
});

test('the log is listed newest first, with operator, person, reason, before and after', async ({
  app,
  enter,
  operator,
  list,
}) => {
  const person = await app.people.make('client', { name: 'Ada Lovelace' });
  await enter(operator, {
    ...ofSession(100_001),
    personId: person.id,
    reason: 'Ill',
    before: { status: 'booked' },
    after: { back: 2 },
  });
  await enter(null, { what: 'flag.set', object: { kind: 'flag', id: 'sale' } });
  const { entries, next, operators } = await list({});
  expect(entries).toEqual([
    {
      id: expect.any(String),
      at: app.clock.now().toString(),
      operator: null,
      what: 'flag.set',
      object: { kind: 'flag', id: 'sale' },
      person: null,
      reason: null,
      before: null,
      after: null,
    },
    {
      id: expect.any(String),
      at: app.clock.now().subtract({ seconds: 1 }).toString(),
      operator: { id: operator.id, name: 'Olga Operator' },
      what: 'session.cancelled',
      object: { kind: 'session', id: '100001' },
      person: { id: person.id, name: 'Ada Lovelace' },
      reason: 'Ill',
      before: { status: 'booked' },
      after: { back: 2 },
    },
  ]);
  expect(next).toBeNull();
  expect(operators).toContainEqual({ id: operator.id, name: 'Olga Operator' });
});

test('it is filtered by operator, object, person and what', async ({ app, enter, operator, list }) => {
  const other = await app.people.make('operator');
  const person = await app.people.make('client');
  await enter(operator, ofSession(200_001), { ...ofSession(200_002), personId: person.id });
  await enter(other, { what: 'session.moved', object: { kind: 'session', id: 200_001 } });
  await enter(null, { what: 'person.admitted', object: { kind: 'person', id: person.id } });
  const found = async (query: Record<string, string>) =>
    (await list(query)).entries.map(({ what, object }) => `${what} ${object.id}`);
  expect(await found({ operator: operator.id })).toEqual([
    'session.cancelled 200002',
    'session.cancelled 200001',
  ]);
  expect(await found({ operator: other.id, what: 'session.cancelled' })).toEqual([]);
  expect(await found({ object_kind: 'session', object_id: '200001' })).toEqual([
    'session.moved 200001',
    'session.cancelled 200001',
  ]);
  expect(await found({ person: person.id })).toEqual([
    `person.admitted ${person.id}`,
    'session.cancelled 200002',
  ]);
  expect(await found({ operator: 'command', person: person.id })).toEqual([`person.admitted ${person.id}`]);
});

test('pages follow each other without gap or repetition, also of one instant and while entries are added', async ({
  app,
  enter,
  operator,
  list,
}) => {
  const person = await app.people.make('client');
  const query = { person: person.id };
  await transaction(app.ctx(), async (tx) => {
    for (let n = 0; n < 120; n += 1)
      await audit(
        tx,
        { actor: operator, now: app.clock.now() },
        { ...ofSession(300_000 + n), personId: person.id },
      );
    return ok(null);
  });
  const first = await list(query);
  await enter(operator, { ...ofSession(400_000), personId: person.id });
  const second = await list({ ...query, after: first.next ?? '' });
  const third = await list({ ...query, after: second.next ?? '' });
  expect([first.entries.length, second.entries.length, third.entries.length, third.next]).toEqual([
    50,
    50,
    20,
    null,
  ]);
  const ids = [first, second, third].flatMap(({ entries }) => entries.map(({ object }) => Number(object.id)));
  expect(ids).toEqual(Array.from({ length: 120 }, (_, n) => 300_119 - n));
});

test('what the filter does not know is bad input', async ({ app, operator }) => {
  for (const query of [
    { what: 'session.eaten' },
    { operator: 'me' },
    { after: '7' },
    { object_kind: 'cat' },
    { person: '1' },
  ]) {
    const { status } = await app.call(listAuditLog, { query: query as never }, operator);
    expect([query, status]).toEqual([query, 400]);
  }
  const unknown = await app.call(listAuditLog, { query: { after: newId() } }, operator);
  expect([unknown.status, unknown.body.entries]).toEqual([200, []]);
});

test('only operators read it', async ({ app }) => {
  expect((await app.call(listAuditLog, {})).status).toBe(401);
  for (const role of ['client', 'partner', 'managed'] as const)
    expect((await app.call(listAuditLog, {}, await app.people.make(role))).status).toBe(403);
});

test('an entry is never changed and never deleted', async ({ app, enter, operator }) => {
  await enter(operator, ofSession(500_001));
  const change = app.db.updateTable('audit_log').set({ reason: 'Another' }).where('object_id', '=', '500001');
  await expect(change.execute()).rejects.toThrow('audit_log is append-only');
  const removal = app.db.deleteFrom('audit_log').where('object_id', '=', '500001');
  await expect(removal.execute()).rejects.toThrow('audit_log is append-only');
  expect(await auditOf(app.db, 'session', 500_001)).toHaveLength(1);
});

test('a change that does not come to pass leaves no entry', async ({ app, operator }) => {
  const refused = await transaction(app.ctx(), async (tx) => {
    await audit(tx, { actor: operator, now: app.clock.now() }, ofSession(600_001));
    return fail('not_now');
  });
  expect(refused.ok).toBe(false);
  expect(await auditOf(app.db, 'session', 600_001)).toEqual([]);
});
