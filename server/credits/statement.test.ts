import { describe, expect } from 'vitest';
import { getStatement, type StatementFilter } from '#shared/credits/contract.ts';
import { getMe } from '#shared/me/contract.ts';
import { makeBookingApi } from '#test/rooms/booking.ts';
import type { TestPerson } from '#test/api/people.ts';
import { bookExpiry } from './jobs.ts';
import { grant, moveToBank } from './steps.ts';
import { test as base } from '#test/api/test.ts';

const test = base
  .extend(
    'ask',
    { scope: 'file' },
    ({ app }) =>
      (as: TestPerson | null, query: { page?: number; size?: number; show?: StatementFilter } = {}) =>
        app.call(getStatement, { query }, as),
  )
  .extend(
    'lines',
    { scope: 'file' },
    ({ ask }) =>
      async (as: TestPerson) =>
        (await ask(as)).body.statement.map(({ what, credits, balance }) => [what, credits, balance]),
  );

describe('GET /api/v2/credits/statement', () => {
  test('grants, sessions and refunds, newest first, each with the balance after it', async ({
    app,
    studio,
    ask,
    lines,
  }) => {
    const client = await studio.makeClient({ credits: 3 });
    const bookingApi = makeBookingApi(app, studio);
    const slots = await studio.slotsOf(await studio.makeMusician());
    // Far enough ahead for a refund.
    const { id } = await bookingApi.hold(client, slots.slice(40, 41));
    expect(await lines(client)).toEqual([['From the studio', 3, 3]]);
    app.clock.add({ minutes: 1 });
    await bookingApi.confirm(client, id);
    app.clock.add({ minutes: 1 });
    app.clock.add({ minutes: 61 });
    await bookingApi.cancel(client, id);
    expect(await lines(client)).toEqual([
      [`Refund of session #${id}`, 1, 3],
      [`Session #${id}`, -1, 2],
      ['From the studio', 3, 3],
    ]);
    const { body } = await ask(client);
    expect(body.statement.map((line) => line.session_id)).toEqual([id, id, null]);
    expect(body.statement[1]?.date).toBe(app.clock.now().subtract({ minutes: 62 }).toString());
    const { user } = (await app.call(getMe, {}, client)).body;
    expect((user.sessions_left ?? 0) + (user.credits_bank ?? 0)).toBe(body.statement[0]?.balance);
  });

  test('what expires stands there at its instant, the same before and after it is booked', async ({
    app,
    studio,
    ask,
  }) => {
    const client = await studio.makeClient({ credits: 2 });
    const expiresAt = app.clock.now().add({ hours: 1 });
    await studio.inTx((tx, now) =>
      grant(tx, {
        personId: client.id,
        source: 'trial',
        amount: 1,
        expiresAt,
        grantKey: `trial:${client.id}`,
        now,
      }),
    );
    const was = app.clock.now();
    expect((await ask(client)).body.statement[0]).toMatchObject({
      what: 'Trial credit',
      credits: 1,
      balance: 3,
      expiry: expiresAt.toString(),
    });
    app.clock.instant = expiresAt;
    const before = await ask(client);
    expect(before.body.total).toBe(3);
    expect(before.body.statement[0]).toMatchObject({
      what: 'Expired: trial credit',
      credits: -1,
      balance: 2,
      date: expiresAt.toString(),
    });
    app.clock.add({ minutes: 5 });
    await bookExpiry.run(app.ctx(), {});
    const drop = (line: (typeof before.body.statement)[number]) => ({ ...line, id: '' });
    expect((await ask(client)).body.statement.map(drop)).toEqual(before.body.statement.map(drop));
    app.clock.instant = was;
  });

  test('comes in pages that belong together', async ({ studio, ask }) => {
    const client = await studio.makeClient({ credits: 1 });
    for (let n = 0; n < 4; n += 1)
      await studio.inTx((tx, now) =>
        grant(tx, {
          personId: client.id,
          source: 'top-up',
          amount: 2,
          expiresAt: null,
          grantKey: `${client.id}:${n}`,
          now: now.add({ seconds: n + 1 }),
        }),
      );
    const pages = [];
    for (const page of [0, 1, 2, 3]) pages.push((await ask(client, { page, size: 2 })).body);
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5]);
    expect(pages.flatMap(({ statement }) => statement.map(({ balance }) => balance))).toEqual([
      9, 7, 5, 3, 1,
    ]);
  });

  test("is one's own, and clients' alone", async ({ app, studio, ask }) => {
    await studio.makeClient({ credits: 5 });
    const client = await studio.makeClient({ credits: 1 });
    expect((await ask(client)).body.total).toBe(1);
    expect((await ask(await app.people.make('client'))).body).toEqual({ statement: [], total: 0 });
    expect((await ask(await app.people.make('managed'))).problem.code).toBe('wrong_role');
    expect((await ask(null)).problem.code).toBe('not_signed_in');
    expect((await ask(client, { size: 1001 })).status).toBe(400);
  });
});

describe('what is shown', () => {
  test('only what was received, spent or expired, with the balance of all lines; moves to the bank are neither', async ({
    app,
    studio,
    ask,
  }) => {
    const client = await studio.makeClient({ credits: 0 });
    const lot = { personId: client.id, source: 'plan', amount: 5, expiresAt: null } as const;
    await studio.inTx(async (tx, now) => {
      const id = (await grant(tx, { ...lot, grantKey: `shown:${client.id}`, now })) ?? '';
      await moveToBank(tx, { personId: client.id, lotId: id, amount: 2, grantKey: `bank:${client.id}`, now });
      const expired = {
        personId: client.id,
        source: 'trial',
        amount: 1,
        grantKey: `trial:${client.id}`,
      } as const;
      await grant(tx, { ...expired, expiresAt: now.add({ minutes: 1 }), now });
    });
    app.clock.add({ minutes: 2 });
    const shown = async (show: StatementFilter) => {
      const { body } = await ask(client, { show });
      expect(body.total).toBe(body.statement.length);
      return body.statement.map(({ what, credits }) => [what, credits]);
    };
    expect(await shown('all')).toHaveLength(5);
    expect(await shown('received')).toEqual([
      ['Trial credit', 1],
      ['Plan credits', 5],
    ]);
    expect(await shown('spent')).toEqual([]);
    expect(await shown('expired')).toEqual([['Expired: trial credit', -1]]);
    expect((await ask(client, { show: 'expired' })).body.statement[0]?.balance).toBe(5);
    expect((await ask(client, { show: 'expired', page: 7 })).body).toEqual({ statement: [], total: 1 });
  });

  test('as CSV with a byte order mark, in the zone of its reader, never stored', async ({ app, studio }) => {
    const client = await studio.makeClient({ credits: 3, zone: 'Asia/Tokyo' });
    const { cookie } = client;
    const answer = await app.http.inject({
      url: '/api/v2/credits/statement.csv',
      headers: { cookie, host: 'localhost:4000' },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="credits.csv"',
      'cache-control': 'no-store',
    });
    const local = app.clock.now().toZonedDateTimeISO('Asia/Tokyo').toPlainDateTime();
    const when = local.toString({ smallestUnit: 'minute' }).replace('T', ' ');
    expect(answer.body).toBe(`\u{feff}Date,What,Credits,Balance,Expires\r\n${when},From the studio,3,3,\r\n`);
  });
});
