import { describe, expect } from 'vitest';
import { login, loginByLink, requestLoginLink, resetPassword } from '#shared/accounts/contract.ts';
import { getMe } from '#shared/me/contract.ts';
import { bookSession } from '#shared/operator/contract-session-verbs.ts';
import { listPeople } from '#shared/operator/contract-people.ts';
import { getPerson } from '#shared/operator/contract-person.ts';
import { blockPerson, unblockPerson } from '#shared/operator/person/contract-block.ts';
import { makeFeed } from '#shared/sessions/contract-feed.ts';
import { issueToken } from '../../accounts/steps.ts';
import { newId } from '../../lib/ids.ts';
import { hashPassword } from '../../lib/passwords.ts';
import { invitedToStudio } from '../../accounts/events.ts';
import { passwordChanged } from '../../accounts/events.ts';
import type { TestPerson } from '#test/api/people.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { makeBookingApi } from '#test/rooms/booking.ts';
import { makeSession } from '#test/rooms/sessions.ts';
import { test as base } from '#test/api/test.ts';

const PASSWORD = 'correct horse battery';
const BLOCKED = /^Your account is blocked\. Please write to \S+@\S+\.$/;

const test = base
  .extend('hash', { scope: 'file' }, () => hashPassword(PASSWORD))
  .extend('operator', { scope: 'file' }, ({ app, hash }) =>
    app.people.make('operator', { password_hash: hash }),
  )
  .extend(
    'block',
    { scope: 'file' },
    ({ app, operator }) =>
      async (id: string, by: TestPerson = operator) => {
        const body = { reason: ' Wrote insults ' };
        const { status, problem } = await app.call(blockPerson, { params: { id }, body }, by);
        return status === 200 ? 'blocked' : `${status} ${problem?.code}`;
      },
  )
  .extend('unblock', { scope: 'file' }, ({ app, operator }) => async (id: string) => {
    const body = { reason: 'Said sorry' };
    const { status, problem } = await app.call(unblockPerson, { params: { id }, body }, operator);
    return status === 200 ? 'unblocked' : `${status} ${problem?.code}`;
  })
  .extend('signIn', { scope: 'file' }, ({ app }) => (email: string, password = PASSWORD) => {
    const user = { email, password };
    return app.call(login, { body: { user } });
  })
  .extend(
    'isSignedIn',
    { scope: 'file' },
    ({ app }) =>
      async (person: TestPerson) =>
        (await app.call(getMe, {}, person)).status === 200,
  )
  .extend('linksOf', { scope: 'file' }, ({ studio }) => async (personId: string) => {
    const tokens: Record<string, string> = {};
    await studio.inTx(async (tx, now) => {
      for (const purpose of ['sign_in', 'reset_password', 'choose_password'] as const)
        tokens[purpose] = await issueToken(tx, { personId, purpose, now });
    });
    return tokens;
  });

describe('a blocked person', () => {
  test('is signed out at once, gets in by no way, and reads why; unblocked they come back', async ({
    app,
    hash,
    operator,
    block,
    unblock,
    signIn,
    isSignedIn,
    linksOf,
  }) => {
    const here = await app.people.make('client', { password_hash: hash });
    const there = await app.people.signIn(here);
    const links = await linksOf(here.id);
    expect(await block(here.id)).toBe('blocked');
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([false, false]);

    const byPassword = await signIn(here.email);
    expect([byPassword.status, byPassword.problem?.code]).toEqual([403, 'blocked']);
    expect(byPassword.problem?.detail).toMatch(BLOCKED);
    const wrong = await signIn(here.email, 'not the password');
    const unknown = await signIn('nobody@example.com', 'not the password');
    expect(wrong.problem, 'a stranger learns nothing').toEqual(unknown.problem);
    const byLink = await app.call(loginByLink, { body: { token: links['sign_in'] ?? '' } });
    expect(byLink.problem?.code).toBe('bad_token');
    for (const purpose of ['reset_password', 'choose_password']) {
      const body = { resetToken: links[purpose] ?? '', password: 'another password' };
      expect((await app.call(resetPassword, { body })).problem?.code).toBe('bad_token');
    }
    expect(await auditOf(app.db, 'person', here.id)).toEqual([
      {
        operator_id: operator.id,
        what: 'person.blocked',
        person_id: here.id,
        reason: 'Wrote insults',
        before: { blocked: false, login_sessions: 2, holds: 0, waits: 0 },
        after: { blocked: true, login_sessions: 0, holds: 0, waits: 0 },
      },
    ]);

    expect(await unblock(here.id)).toBe('unblocked');
    expect(await isSignedIn(here), 'a former login session stays ended').toBe(false);
    expect((await signIn(here.email)).status).toBe(200);
    expect((await auditOf(app.db, 'person', here.id)).at(-1)).toMatchObject({
      what: 'person.unblocked',
      reason: 'Said sorry',
    });
  });

  test('does not slip in by a login that runs while they are blocked', async ({
    app,
    database: _database,
    hash,
    block,
    unblock,
    signIn,
    linksOf,
  }) => {
    for (let round = 0; round < 6; round += 1) {
      const person = await app.people.make('client', { password_hash: hash });
      const { sign_in = '' } = await linksOf(person.id);
      const tries = [
        signIn(person.email),
        signIn(person.email),
        app.call(loginByLink, { body: { token: sign_in } }),
      ];
      await block(person.id);
      await Promise.all(tries);
      const left = await app.db
        .selectFrom('login_sessions')
        .select('id')
        .where('person_id', '=', person.id)
        .execute();
      expect(left).toEqual([]);
      await unblock(person.id);
    }
  });

  test('a link made after the block does not sign in, and a login session is refused even if one is there', async ({
    app,
    block,
    isSignedIn,
    linksOf,
  }) => {
    const person = await app.people.make('client');
    await block(person.id);
    const { sign_in = '', reset_password = '' } = await linksOf(person.id);
    const answer = await app.call(loginByLink, { body: { token: sign_in } });
    expect([answer.status, answer.problem?.code]).toEqual([403, 'blocked']);
    const body = { resetToken: reset_password, password: 'another password' };
    expect((await app.call(resetPassword, { body })).problem?.code).toBe('bad_token');
    expect(await isSignedIn(await app.people.signIn(person))).toBe(false);
  });

  test('of several operators at once one blocks; of two who block each other one stays', async ({
    app,
    hash,
    block,
  }) => {
    const person = await app.people.make('managed');
    const tries = await Promise.all(Array.from({ length: 6 }, () => block(person.id)));
    expect(tries.toSorted()).toEqual([...Array.from({ length: 5 }, () => '409 blocked_already'), 'blocked']);
    await app.db
      .updateTable('people')
      .set({ blocked_at: app.clock.now() })
      .where('role', '=', 'operator')
      .execute();
    const [one, two] = [
      await app.people.make('operator', { password_hash: hash }),
      await app.people.make('operator', { password_hash: hash }),
    ];
    const both = await Promise.all([block(one.id, two), block(two.id, one)]);
    expect(both.filter((done) => done === 'blocked')).toHaveLength(1);
    expect(['409 last_operator', '401 not_signed_in']).toContain(both.find((done) => done !== 'blocked'));
    await app.db.updateTable('people').set({ blocked_at: null }).where('role', '=', 'operator').execute();
  });

  test('an operator blocks neither themselves nor who is not there; others block nobody', async ({
    app,
    operator,
    block,
    unblock,
  }) => {
    expect(await block(operator.id)).toBe('409 own_account');
    expect(await block(newId())).toBe('404 not_found');
    const client = await app.people.make('client');
    expect(await unblock(client.id)).toBe('409 not_blocked');
    const params = { id: client.id };
    const empty = await app.call(blockPerson, { params, body: { reason: '  ' } }, operator);
    expect(empty.status).toBe(400);
    const body = { reason: 'x' };
    expect((await app.call(blockPerson, { params, body })).status).toBe(401);
    for (const role of ['client', 'partner', 'managed'] as const)
      expect((await app.call(blockPerson, { params, body }, await app.people.make(role))).status).toBe(403);
  });
});

describe('what a block leaves', () => {
  test("a client's hold is free again, booked sessions stay and are listed, the feed is silent", async ({
    app,
    studio,
    operator,
    block,
  }) => {
    const api = makeBookingApi(app, studio);
    const [client, other] = [await studio.makeClient(), await studio.makeClient()];
    const musician = await studio.makeMusician();
    const [slot, later] = await studio.slotsOf(musician);
    if (slot === undefined || later === undefined) throw new Error('no slots');
    const booked = await makeSession(studio, { client, musician: await studio.makeMusician() });
    await api.hold(client, [slot]);
    expect((await api.prebook(other, [slot])).problem?.code).toBe('slot_taken');
    const { body } = await app.call(makeFeed, {}, client);
    expect(await block(client.id)).toBe('blocked');
    expect((await api.prebook(other, [slot])).status).toBe(201);
    const feed = { url: new URL(body.url).pathname, headers: { host: 'localhost:4000' } };
    expect((await app.http.inject(feed)).statusCode).toBe(404);
    const { body: found } = await app.call(getPerson, { params: { id: client.id } }, operator);
    expect(found.blocked).toEqual({ at: app.clock.now().toString(), reason: 'Wrote insults' });
    expect(found.upcoming.map(({ id }) => id)).toEqual([booked.id]);
    expect(found.person.account).toBe('blocked');
    const listed = await app.call(listPeople, { query: { account: 'blocked', q: client.id } }, operator);
    expect(listed.body.people.map(({ id }) => id)).toEqual([client.id]);
    const booking = {
      client: client.id,
      musician: musician.id,
      service: studio.service('recording'),
      starts_at: later.starts_at.toString(),
      title: 'Song',
      attendance: true,
    };
    const refused = await app.call(bookSession, { body: booking }, operator);
    expect(refused.problem?.code).toBe('client_blocked');
  });

  test('a hold that is asked for while the client is blocked does not stay', async ({
    app,
    studio,
    block,
  }) => {
    const api = makeBookingApi(app, studio);
    const slots = await studio.slotsOf(await studio.makeMusician());
    for (const slot of slots.slice(0, 5)) {
      const client = await studio.makeClient();
      await Promise.all([api.prebook(client, [slot]), block(client.id)]);
      const holds = await app.db
        .selectFrom('sessions')
        .select('id')
        .where('client_id', '=', client.id)
        .execute();
      expect(holds).toEqual([]);
    }
  });

  test('a musician is off Explore and cannot be booked, and comes back as they were', async ({
    app,
    studio,
    block,
    unblock,
  }) => {
    const api = makeBookingApi(app, studio);
    const client = await studio.makeClient();
    const [shown, hidden] = [await studio.makeMusician(), await studio.makeMusician({ visible: false })];
    const [slot] = await studio.slotsOf(shown);
    if (slot === undefined) throw new Error('no slots');
    const visible = async () => {
      const rows = await app.db
        .selectFrom('musicians')
        .select('visible')
        .where('person_id', 'in', [shown.id, hidden.id])
        .orderBy('visible')
        .execute();
      return rows.map((row) => row.visible);
    };
    await block(shown.id);
    await block(hidden.id);
    expect(await visible()).toEqual([false, false]);
    expect((await api.prebook(client, [slot])).problem?.code).toBe('not_found');
    await unblock(shown.id);
    await unblock(hidden.id);
    expect(await visible()).toEqual([false, true]);
    expect((await api.prebook(client, [slot])).status).toBe(201);
  });

  test('mails about money and security go on, others do not', async ({ app, studio, block }) => {
    await app.queues.drain();
    const person = await app.people.make('client');
    await block(person.id);
    await studio.inTx(async (tx) => {
      await app.ctx().events.emit(tx, invitedToStudio, { person_id: person.id });
      await app.ctx().events.emit(tx, passwordChanged, { person_id: person.id });
    });
    await app.call(requestLoginLink, { body: { email: person.email } });
    await app.queues.drain();
    const mails = await app.db
      .selectFrom('email_log')
      .select('template')
      .where('person_id', '=', person.id)
      .execute();
    expect(mails).toEqual([{ template: 'password-changed' }]);
  });
});
