import { expect } from 'vitest';
import { getMe } from '#shared/me/contract.ts';
import { endLogins } from '#shared/operator/contract-person-verbs.ts';
import { issueToken } from '../../accounts/steps.ts';
import { newId } from '../../lib/ids.ts';
import type { TestPerson } from '#test/api/people.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { test as base } from '#test/api/test.ts';

const test = base
  .extend('operator', { scope: 'file' }, ({ app }) => app.people.make('operator'))
  .extend('end', { scope: 'file' }, ({ app, operator }) => async ({ id }: Pick<TestPerson, 'id'>) => {
    const { status, problem } = await app.call(endLogins, { params: { id } }, operator);
    return status === 200 ? 'ended' : `${status} ${problem?.code}`;
  })
  .extend(
    'isSignedIn',
    { scope: 'file' },
    ({ app }) =>
      async (person: TestPerson) =>
        (await app.call(getMe, {}, person)).status === 200,
  );

test("a person's login sessions end everywhere, nobody else's do, and it is audited", async ({
  app,
  operator,
  end,
  isSignedIn,
}) => {
  const here = await app.people.make('client');
  const there = await app.people.signIn(here);
  const other = await app.people.make('client');
  expect(await end(here)).toBe('ended');
  expect([await isSignedIn(here), await isSignedIn(there), await isSignedIn(other)]).toEqual([
    false,
    false,
    true,
  ]);
  expect(await auditOf(app.db, 'person', here.id)).toEqual([
    {
      operator_id: operator.id,
      what: 'logins.ended',
      person_id: here.id,
      reason: null,
      before: { login_sessions: 2 },
      after: { login_sessions: 0 },
    },
  ]);
  expect(await isSignedIn(await app.people.signIn(here)), 'who comes back').toBe(true);
});

test('login links end with them; links to choose a password stay', async ({ app, studio, end }) => {
  const person = await app.people.make('client');
  await studio.inTx(async (tx, now) => {
    for (const purpose of ['sign_in', 'reset_password'] as const)
      await issueToken(tx, { personId: person.id, purpose, now });
  });
  expect(await end(person)).toBe('ended');
  const left = await app.db
    .selectFrom('one_time_tokens')
    .select('purpose')
    .where('person_id', '=', person.id)
    .execute();
  expect(left).toEqual([{ purpose: 'reset_password' }]);
});

test('who is not signed in is refused, and nothing is audited; of many at once one ends them', async ({
  app,
  end,
}) => {
  const person = await app.people.make('partner');
  const tries = await Promise.all(Array.from({ length: 8 }, () => end(person)));
  expect(tries.toSorted()).toEqual([...Array.from({ length: 7 }, () => '409 no_logins'), 'ended']);
  expect(await auditOf(app.db, 'person', person.id)).toHaveLength(1);
  expect(await end({ id: newId() })).toBe('404 not_found');
});

test('an operator ends their own, too; others may not', async ({ app, isSignedIn }) => {
  const other = await app.people.make('operator');
  const params = { id: other.id };
  expect((await app.call(endLogins, { params })).status).toBe(401);
  for (const role of ['client', 'partner', 'managed'] as const)
    expect((await app.call(endLogins, { params }, await app.people.make(role))).status).toBe(403);
  expect((await app.call(endLogins, { params }, other)).status).toBe(200);
  expect(await isSignedIn(other)).toBe(false);
});
