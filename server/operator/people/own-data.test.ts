import { expect } from 'vitest';
import * as contract from '#shared/operator/contract-person-data.ts';
import { inviteAgain } from '#shared/operator/person/contract-invite.ts';
import { getPerson } from '#shared/operator/contract-person.ts';
import { newId } from '../../lib/ids.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
import { makeSession } from '#test/rooms/sessions.ts';
import { test as base } from '#test/api/test.ts';

const test = base
  .extend('operator', { scope: 'file' }, ({ app }) => app.people.make('operator'))
  .extend(
    'erase',
    { scope: 'file' },
    ({ app, operator }) =>
      async (id: string, when: 'now' | 'later' = 'now') => {
        const args = { params: { id }, body: { reason: 'They wrote to us', when } };
        const { status, problem, body } = await app.call(contract.erasePerson, args, operator);
        return status === 200 ? body.erasure : `${status} ${problem.code}`;
      },
  );

test('an operator deletes an account at once; the audit log has no name', async ({
  app,
  studio,
  operator,
  erase,
}) => {
  const client = await studio.makeClient({ name: 'Ottilie Zirbelnuss' });
  expect(await erase(client.id)).toBeNull();
  expect(await erase(client.id)).toBe('404 not_found');
  const { body } = await app.call(getPerson, { params: { id: client.id } }, operator);
  expect(body).toMatchObject({
    erased_at: app.clock.now().toString(),
    erasure: null,
    // Not invited, although there is neither a password nor another way to sign in.
    person: { name: 'Deleted account', account: 'open' },
  });
  const again = await app.call(inviteAgain, { params: { id: client.id } }, operator);
  expect([again.status, again.problem.code]).toEqual([409, 'not_invited']);
  const entries = await auditOf(app.db, 'person', client.id);
  expect(entries).toMatchObject([
    { what: 'person.erased', operator_id: operator.id, reason: 'They wrote to us' },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/Zirbelnuss|@/);
  expect(await brokenInvariants(app.db)).toEqual([]);
});

test('in 14 days, once, and taken back by the operator', async ({ app, studio, operator, erase }) => {
  const client = await studio.makeClient();
  const due = app.clock
    .now()
    .add({ hours: 14 * 24 })
    .toString();
  const tries = await Promise.all([1, 2, 3].map(() => erase(client.id, 'later')));
  expect(tries.filter((one) => one === '409 requested')).toHaveLength(2);
  expect(tries).toContainEqual(expect.objectContaining({ due_at: due, by_studio: true }));
  const keep = () =>
    app.call(contract.keepPerson, { params: { id: client.id }, body: { reason: 'A mistake' } }, operator);
  expect((await keep()).status).toBe(200);
  expect((await keep()).problem.code).toBe('not_requested');
  expect((await auditOf(app.db, 'person', client.id)).map(({ what }) => what)).toEqual([
    'person.erasure-requested',
    'person.erasure-taken-back',
  ]);
});

test('what is open is refused, also to operators; and accounts of operators', async ({
  app,
  studio,
  operator,
  erase,
}) => {
  const client = await studio.makeClient();
  const musician = await studio.makeMusician();
  await makeSession(studio, { client, musician });
  expect(await erase(client.id)).toBe('409 open');
  expect(await erase(musician.id, 'later')).toBe('409 open');
  expect(await erase(operator.id)).toBe('422 is_operator');
  expect(await erase(newId())).toBe('404 not_found');
  expect(await auditOf(app.db, 'person', client.id)).toEqual([]);
});

test('a musician without anything open is erased with page, hours and samples', async ({
  app,
  studio,
  erase,
}) => {
  const musician = await studio.makeMusician({ name: 'Rafa Monteiro' });
  expect(await erase(musician.id)).toBeNull();
  const row = await app.db
    .selectFrom('musicians')
    .select(['slug', 'visible', 'search'])
    .where('person_id', '=', musician.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ slug: `deleted-${musician.id}`, visible: false });
  expect(row.search).not.toContain('rafa');
  expect(await studio.slotsOf(musician)).toEqual([]);
  expect(await brokenInvariants(app.db)).toEqual([]);
});

test('a download for the operator, with a reason; nobody else has it', async ({ app, studio, operator }) => {
  const client = await studio.makeClient();
  const args = { params: { id: client.id }, body: { reason: 'They asked by letter' } };
  const { status, body } = await app.call(contract.downloadPersonData, args, operator);
  expect(status).toBe(201);
  const get = (host: string, cookie: string) =>
    app.http.inject({ method: 'GET', url: body.url, headers: { host, cookie } });
  expect((await get('localhost:4002', operator.cookie)).statusCode).toBe(200);
  expect((await get('localhost:4000', client.cookie)).statusCode).toBe(404);
  expect(await auditOf(app.db, 'person', client.id)).toMatchObject([{ what: 'data.exported' }]);
  expect((await app.call(contract.downloadPersonData, args)).status).toBe(401);
  expect((await app.call(contract.downloadPersonData, args, client)).status).toBe(403);
  const without = { ...args, body: { reason: ' ' } };
  expect((await app.call(contract.downloadPersonData, without, operator)).status).toBe(400);
  expect((await app.call(contract.keepPerson, without, operator)).status).toBe(400);
});
