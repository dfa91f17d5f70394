import { describe, expect } from 'vitest';
import { checkCode, invite, listReferrals, remind } from '#shared/referrals/contract.ts';
import type { TestPerson } from '#test/api/people.ts';
import { comeIn, makeInvitation } from '#test/rooms/referrals.ts';
import { test as base } from '#test/api/test.ts';

let counter = 0;
const friend = () => `friend-${(counter += 1)}@test.test`;
const test = base
  .extend('client', ({ app }) => app.people.make('client', { name: 'Clara Client' }))
  .extend(
    'send',
    ({ app, client }) =>
      (email: string, as: TestPerson | null = client, headers: Record<string, string> = {}) =>
        app.call(invite, { body: { email }, headers }, as),
  )
  .extend(
    'snooze',
    ({ app, client }) =>
      (referral_id: string, as: TestPerson | null = client) =>
        app.call(remind, { body: { referral_id } }, as),
  )
  .extend(
    'history',
    ({ app, client }) =>
      async (query: object = {}, as: TestPerson = client) =>
        (await app.call(listReferrals, { query }, as)).body,
  )
  .extend(
    'codeOf',
    { scope: 'file' },
    ({ app }) =>
      async (id: string) =>
        (await app.db.selectFrom('invitations').select('code').where('id', '=', id).executeTakeFirstOrThrow())
          .code,
  )
  .extend(
    'check',
    { scope: 'file' },
    ({ app }) =>
      (code: string) =>
        app.call(checkCode, { body: { code } }),
  );

test.beforeEach(async ({ app }) => {
  await app.db.deleteFrom('rate_counters').execute();
});

describe('POST /api/v2/referral', () => {
  test('answers the invitation, open for 30 days, and puts it into the history', async ({
    send,
    history,
  }) => {
    const { status, body } = await send('  Friend@Test.test ');
    expect(status).toBe(201);
    expect(body.referral).toEqual({
      id: expect.any(String) as string,
      email: 'friend@test.test',
      status: 'awaiting-to-accept',
      credits_earned: 0,
      deadline: '2026-12-21T12:00:00Z',
      reminder_sent_at: null,
      createdAt: '2026-11-21T12:00:00Z',
    });
    expect(await history()).toEqual({ referrals: [body.referral], total: 1 });
  });

  test.for([
    ['', 'Email address is required'],
    ['   ', 'Email address is required'],
    ['friend', 'Invalid email address'],
    [`${'x'.repeat(246)}@test.test`, 'Invalid email address'],
    ['friend@test.test\r\nBcc: all@test.test', 'Invalid email address'],
  ] as const)('%j is refused: %s', async ([email, message], { send, history }) => {
    expect((await send(email)).problem).toMatchObject({
      status: 422,
      code: 'invalid',
      detail: message,
      errors: [{ field: 'email', message }],
    });
    expect((await history()).total).toBe(0);
  });

  test('255 characters are fine', async ({ send }) => {
    expect((await send(`${'x'.repeat(245)}@test.test`)).status).toBe(201);
  });

  test.for([{}, { email: 7 }, { email: 'x'.repeat(2001) }, { email: 'a\u0000@test.test' }])(
    '%o is malformed',
    async (body, { app, client }) => {
      const { problem } = await app.call(invite, { body: body as never }, client);
      expect(problem).toMatchObject({ status: 400, code: 'malformed' });
    },
  );

  test('the own address is refused, whatever its case', async ({ client, send }) => {
    const { problem } = await send(client.email.toUpperCase());
    expect([problem.status, problem.code, problem.detail]).toEqual([
      422,
      'yourself',
      'This is your own address. Invite a friend with theirs.',
    ]);
  });

  test('the own open invitation again is refused; another person may invite the same address', async ({
    app,
    send,
  }) => {
    const email = friend();
    await send(email);
    const { problem } = await send(email.toUpperCase());
    expect([problem.status, problem.code, problem.detail]).toEqual([
      409,
      'invited_already',
      'You have already invited this address.',
    ]);
    expect((await send(email, await app.people.make('client'))).status).toBe(201);
  });

  test('an expired one is sent again, as one row with a new code; the old link stays over', async ({
    clock,
    send,
    history,
    codeOf,
    check,
  }) => {
    const first = (await send(friend())).body.referral;
    const old = await codeOf(first.id);
    clock.add({ hours: 30 * 24 - 1 });
    expect((await send(first.email)).status).toBe(409);
    clock.add({ hours: 1 });
    const again = await send(first.email);
    expect([again.status, again.body.referral.id]).toEqual([201, first.id]);
    expect(again.body.referral).toMatchObject({ deadline: '2027-01-20T12:00:00Z', reminder_sent_at: null });
    expect((await history()).total).toBe(1);
    expect([(await check(old)).status, (await check(await codeOf(first.id))).status]).toEqual([404, 200]);
  });

  test('a repeat with the same key is answered as the first time and invites nobody else', async ({
    client,
    send,
    history,
  }) => {
    const headers = { 'idempotency-key': 'one' };
    const email = friend();
    const first = await send(email, client, headers);
    const again = await send(email, client, headers);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await send(friend(), client, headers)).problem.code).toBe('idempotency_mismatch');
    expect((await history()).total).toBe(1);
  });

  test.for(['managed', 'partner', 'operator'] as const)('%s is refused', async (role, { app, send }) => {
    expect((await send(friend(), await app.people.make(role))).problem.code).toBe('wrong_role');
  });

  test('the 31st mail of a person within an hour is 429 and says when to come back', async ({
    app,
    clock,
    client,
    send,
    snooze,
  }) => {
    for (let n = 0; n < 30; n += 1) expect((await send(friend())).status).toBe(201);
    clock.add({ minutes: 20 });
    const refused = await send(friend());
    expect([refused.status, refused.problem.code, refused.headers['retry-after']]).toEqual([
      429,
      'too_many_requests',
      '2400',
    ]);
    expect((await snooze(client.id)).status).toBe(429);
    expect((await send(friend(), await app.people.make('client'))).status).toBe(201);
    clock.add({ minutes: 40 });
    expect((await send(friend())).status).toBe(201);
  });

  test('an address has a limit too, whoever sits behind it', async ({ app, send }) => {
    const statuses: number[] = [];
    for (let people = 0; people < 5; people += 1) {
      const person = await app.people.make('client');
      for (let n = 0; n < 25; n += 1) statuses.push((await send(friend(), person)).status);
    }
    expect([statuses.slice(0, 120).every((status) => status === 201), statuses.slice(120)]).toEqual([
      true,
      [429, 429, 429, 429, 429],
    ]);
  });
});

describe('GET /api/v2/referral', () => {
  test('is empty before anybody was invited', async ({ history }) => {
    expect(await history()).toEqual({ referrals: [], total: 0 });
  });

  test('lists the last sent first, a page at a time, and only the own ones', async ({
    app,
    clock,
    send,
    history,
  }) => {
    await send(friend(), await app.people.make('client'));
    const sent: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      clock.add({ seconds: 1 });
      sent.unshift((await send(friend())).body.referral.email);
    }
    const page = async (query: object) => (await history(query)).referrals.map(({ email }) => email);
    expect(await page({})).toEqual(sent);
    expect(await page({ size: 2 })).toEqual(sent.slice(0, 2));
    expect(await page({ size: 2, page: 1 })).toEqual(sent.slice(2, 4));
    expect(await page({ size: 2, page: 2 })).toEqual(sent.slice(4));
    expect(await history({ size: 2, page: 3 })).toEqual({ referrals: [], total: 5 });
  });

  test('tells nobody the code: it is for who opens the mail', async ({ send, history, codeOf }) => {
    const { id } = (await send(friend())).body.referral;
    expect(JSON.stringify(await history())).not.toContain(await codeOf(id));
  });

  test.for([{ page: -1 }, { size: 0 }, { size: 1001 }])('%o is malformed', async (query, { app, client }) => {
    const { problem } = await app.call(listReferrals, { query }, client);
    expect(problem).toMatchObject({ status: 400, code: 'malformed' });
  });
});

describe('POST /api/v2/referral/snooze', () => {
  test('only 24 hours after the invite, and after the last reminder', async ({
    clock,
    send,
    snooze,
    history,
  }) => {
    const { id } = (await send(friend())).body.referral;
    clock.add({ hours: 23, minutes: 59, seconds: 59 });
    const early = await snooze(id);
    expect([early.status, early.problem.code, early.problem.detail]).toEqual([
      409,
      'too_soon',
      'You can send a reminder 24 hours after the last email.',
    ]);
    clock.add({ seconds: 1 });
    const first = await snooze(id);
    expect([first.status, first.body.referral.reminder_sent_at]).toEqual([200, '2026-11-22T12:00:00Z']);
    expect((await history()).referrals[0]).toEqual(first.body.referral);
    expect((await snooze(id)).problem.code).toBe('too_soon');
    clock.add({ hours: 24 });
    expect((await snooze(id)).status).toBe(200);
  });

  test('leaves the deadline where it was, and is over with it', async ({ clock, send, snooze }) => {
    const { id, deadline } = (await send(friend())).body.referral;
    clock.add({ hours: 29 * 24 });
    expect((await snooze(id)).body.referral.deadline).toBe(deadline);
    clock.add({ hours: 24 });
    expect((await snooze(id)).problem).toMatchObject({ status: 409, code: 'not_open' });
  });

  test('is refused once the friend has come', async ({ app, clock, send, snooze, codeOf }) => {
    const { id } = (await send(friend())).body.referral;
    await comeIn(app, await codeOf(id));
    clock.add({ hours: 24 });
    expect((await snooze(id)).problem).toMatchObject({ status: 409, code: 'not_open' });
  });

  test('32 at once send one', async ({ app, start, client, snooze }) => {
    const { id } = await makeInvitation(app.db, { inviterId: client.id, at: start.subtract({ hours: 25 }) });
    await app.db.deleteFrom('rate_counters').execute();
    const answers = await Promise.all(Array.from({ length: 32 }, () => snooze(id)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(new Set(statuses)).toEqual(new Set([200, 409, 429]));
  });

  test.for([{}, { referral_id: 'mine' }])('%o is malformed', async (body, { app, client }) => {
    const { problem } = await app.call(remind, { body: body as never }, client);
    expect(problem).toMatchObject({ status: 400, code: 'malformed' });
  });
});

describe('POST /api/v2/referral/check_code', () => {
  test('tells anyone whom it was sent to and who sent it, also on other fronts', async ({
    app,
    start,
    client,
    check,
  }) => {
    const { code, email } = await makeInvitation(app.db, { inviterId: client.id, at: start });
    const { status, body } = await check(code);
    expect([status, body]).toEqual([200, { isUsed: false, email, name: 'Clara Client', mine: false }]);
  });

  test('a used code says so, for ever', async ({ app, clock, start, client, check }) => {
    const { code, email } = await makeInvitation(app.db, { inviterId: client.id, at: start });
    await comeIn(app, code);
    const used = { isUsed: true, email, name: 'Clara Client', mine: false };
    expect((await check(code)).body).toEqual(used);
    clock.add({ hours: 365 * 24 });
    expect((await check(code)).body).toEqual(used);
  });

  test('unknown, empty and expired are 404 alike', async ({ app, clock, start, client, check }) => {
    const { code } = await makeInvitation(app.db, { inviterId: client.id, at: start });
    clock.add({ hours: 30 * 24 });
    const answers = await Promise.all([check(code), check('nobody-knows-this-one'), check('')]);
    for (const { problem } of answers) {
      expect([problem.status, problem.code]).toEqual([404, 'not_found']);
      expect(problem).toEqual(answers[0]?.problem);
    }
    expect(answers[0]?.problem.detail).toBe(
      "There's a problem with your referral link. Please try again with a different link or continue to sign up.",
    );
  });

  test('the 61st within five minutes from one address is 429', async ({ clock, check }) => {
    for (let n = 0; n < 60; n += 1) expect((await check(`code-${n}`)).status).toBe(404);
    const refused = await check('one-more');
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '300']);
    clock.add({ seconds: 300 });
    expect((await check('one-more')).status).toBe(404);
  });
});
