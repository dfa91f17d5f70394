import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { getPartner } from '#shared/catalogue/contract.ts';
import { listPartners } from '#shared/explore/contract.ts';
import { getSession, listSessions, rate } from '#shared/sessions/contract.ts';
import type { TestPerson } from '#test/api/people.ts';
import { makeSession, type SessionOptions } from '#test/rooms/sessions.ts';
import { test as base } from '#test/api/test.ts';

const test = base
  .extend('client', ({ studio }) => studio.makeClient())
  .extend('musician', ({ studio }) => studio.makeMusician())
  /** Musicians whose stored count and sum differ from their ratings. */
  .extend('wrongAverages', { scope: 'file' }, ({ app }) => async () => {
    const { rows } = await sql`
    select m.slug, m.rating_count, m.rating_sum, count(r.stars) as count, coalesce(sum(r.stars), 0) as sum
    from musicians m left join sessions s on s.musician_id = m.person_id left join ratings r on r.session_id = s.id
    group by m.person_id having m.rating_count <> count(r.stars) or m.rating_sum <> coalesce(sum(r.stars), 0)`.execute(
      app.db,
    );
    return rows;
  })
  /** A past session, each at its own time. */
  .extend('over', ({ start, studio, client, musician }) => {
    let made = 0;
    return (options: Partial<SessionOptions> = {}) => {
      made += 1;
      const starts = start.subtract({ hours: made });
      return makeSession(studio, { client, musician, starts, ...options });
    };
  })
  .extend(
    'give',
    ({ app, client }) =>
      (session_id: number, rating: number, comment?: string | null, as: TestPerson | null = client) =>
        app.call(rate, { body: { session_id, rating, ...(comment === undefined ? {} : { comment }) } }, as),
  )
  .extend(
    'rows',
    { scope: 'file' },
    ({ app }) =>
      (id: number) =>
        app.db.selectFrom('ratings').selectAll().where('session_id', '=', id).execute(),
  )
  /** The average as Explore's card and the musician's page show it. */
  .extend('average', ({ app, client, musician }) => async () => {
    const { body: page } = await app.call(getPartner, { params: { id: musician.slug } }, client);
    const { body: list } = await app.call(listPartners, { query: { size: 1000 } }, client);
    const card = list.partners.find(({ id }) => id === musician.id);
    expect(card?.rating).toEqual(page.partner.rating);
    return page.partner.rating;
  });

describe('POST /api/v2/ratings', () => {
  test('keeps stars and comment; panel and card of both sides show them', async ({
    app,
    client,
    musician,
    over,
    give,
  }) => {
    const { id } = await over();
    const { status, body } = await give(id, 4, '  Lovely\r\ngroove ');
    expect(status).toBe(200);
    const rating = {
      rating: 4,
      comment: 'Lovely\ngroove',
      status: 'rated',
      rated_at: '2026-11-21T12:00:00Z',
    };
    expect(body.session).toMatchObject({ id, rating });
    for (const person of [client, musician.person]) {
      expect((await app.call(getSession, { params: { id } }, person)).body.session.rating).toEqual(rating);
      const { sessions } = (await app.call(listSessions, {}, person)).body;
      expect(sessions.find((one) => one.id === id)?.rating).toEqual(rating);
    }
  });

  test('works without a comment, and a blank one is none', async ({ over, give }) => {
    expect((await give((await over()).id, 1)).body.session.rating).toMatchObject({ comment: null });
    expect((await give((await over()).id, 5, ' \n ')).body.session.rating).toMatchObject({ comment: null });
    expect((await give((await over()).id, 5, null)).body.session.rating).toMatchObject({ comment: null });
  });

  test('a managed client rates as well', async ({ app, over, give }) => {
    const managed = await app.people.make('managed');
    const { id } = await over({ client: managed });
    expect((await give(id, 5, 'Fine', managed)).status).toBe(200);
  });

  test.for([0, 6, -1, 1000])('%i stars are refused', async (stars, { over, give, rows }) => {
    const { id } = await over();
    expect((await give(id, stars)).problem).toMatchObject({
      status: 422,
      code: 'invalid',
      errors: [{ field: 'rating', message: 'Please choose 1 to 5 stars.' }],
    });
    expect(await rows(id)).toEqual([]);
  });

  test('a comment has at most 1000 characters, an emoji being one, blanks around it none', async ({
    over,
    give,
  }) => {
    const { id } = await over();
    for (const long of ['x'.repeat(1001), '🎵'.repeat(1001)])
      expect((await give(id, 5, long)).problem).toMatchObject({
        status: 422,
        code: 'invalid',
        errors: [{ field: 'comment', message: 'Please use at most 1000 characters.' }],
      });
    expect((await give(id, 5, ` ${'🎵'.repeat(1000)} `)).body.session.rating.comment).toHaveLength(2000);
  });

  test.for([
    {},
    { rating: 5 },
    { session_id: 'x', rating: 5 },
    { session_id: 1 },
    { session_id: 1, rating: 2.5 },
    { session_id: 1, rating: '5' },
    { session_id: 1, rating: 5, comment: 7 },
  ])('%o is malformed', async (body, { app, client }) => {
    const { problem } = await app.call(rate, { body: body as never }, client);
    expect(problem).toMatchObject({ status: 400, code: 'malformed' });
  });
  test('a comment with a NUL is malformed', async ({ over, give }) => {
    expect((await give((await over()).id, 5, 'a\u0000b')).problem.code).toBe('malformed');
  });

  test("somebody else's session, a hold and what is not there are 404; so are they with a wrong rating", async ({
    studio,
    client,
    musician,
    over,
    give,
  }) => {
    const { id } = await over();
    const hold = await makeSession(studio, { client, musician, status: 'prebooked' });
    const stranger = await studio.makeClient();
    for (const stars of [5, 6]) {
      expect((await give(id, stars, null, stranger)).problem.code).toBe('not_found');
      expect((await give(hold.id, stars)).problem.code).toBe('not_found');
      expect((await give(99, stars)).problem.code).toBe('not_found');
    }
  });

  test('not signed in 401; the musician and the operator 403', async ({ app, musician, over, give }) => {
    const { id } = await over();
    expect((await give(id, 5, null, null)).problem.code).toBe('not_signed_in');
    expect((await give(id, 5, null, musician.person)).problem.code).toBe('wrong_role');
    expect((await give(id, 5, null, await app.people.make('operator'))).problem.code).toBe('wrong_role');
  });

  test('only what is over, from the instant of its end', async ({
    clock,
    studio,
    client,
    musician,
    give,
  }) => {
    const session = await makeSession(studio, { client, musician, status: 'partner_ready_to_go' });
    clock.instant = session.ends.subtract({ milliseconds: 1 });
    expect((await give(session.id, 5)).problem).toMatchObject({
      status: 409,
      code: 'not_now',
      detail: 'You can do this once the session is over.',
    });
    clock.instant = session.ends;
    expect((await give(session.id, 5)).status).toBe(200);
  });

  test('delivered or closed sessions too, but no cancelled one', async ({
    clock,
    studio,
    client,
    musician,
    over,
    give,
    rows,
  }) => {
    const delivered = await over({ status: 'partner_deliverables_ready' });
    expect((await give(delivered.id, 5)).status).toBe(200);
    const cancelled = await makeSession(studio, { client, musician, status: 'cancelled' });
    clock.instant = cancelled.ends.add({ hours: 1 });
    expect((await give(cancelled.id, 5)).problem).toMatchObject({
      status: 409,
      code: 'not_now',
      detail: 'This session was cancelled.',
    });
    expect(await rows(cancelled.id)).toEqual([]);
  });
});

describe('changing a rating', () => {
  test('goes for 14 days from the first one, whose date stays, also after a change', async ({
    clock,
    start,
    over,
    give,
    rows,
  }) => {
    const { id } = await over();
    await give(id, 2, 'Hm');
    clock.instant = start.add({ hours: 13 * 24 });
    const { body } = await give(id, 5);
    expect(body.session.rating).toEqual({
      rating: 5,
      comment: null,
      status: 'rated',
      rated_at: start.toString(),
    });
    const [row] = await rows(id);
    expect(row?.changed_at?.equals(clock.instant)).toBe(true);
    clock.instant = start.add({ hours: 14 * 24 }).subtract({ milliseconds: 1 });
    expect((await give(id, 4)).status).toBe(200);
    clock.instant = start.add({ hours: 14 * 24 });
    expect((await give(id, 1)).problem).toMatchObject({
      status: 409,
      code: 'not_now',
      detail: 'You have already rated this session.',
    });
    expect((await rows(id)).map(({ stars }) => stars)).toEqual([4]);
  });

  test('with its key once more is answered as the first time, and changes nothing given since', async ({
    app,
    client,
    over,
    give,
    rows,
  }) => {
    const { id } = await over();
    const first = (rating: number) => ({
      body: { session_id: id, rating },
      headers: { 'idempotency-key': `first of ${id}` },
    });
    const { body } = await app.call(rate, first(3), client);
    await give(id, 5);
    const again = await app.call(rate, first(3), client);
    expect([again.status, again.body]).toEqual([200, body]);
    expect(await rows(id)).toMatchObject([{ stars: 5 }]);
    expect((await app.call(rate, first(4), client)).status).toBe(422);
  });
});

describe("the musician's average", () => {
  test('is none, moves with each rating and each change, and is rounded to a tenth', async ({
    wrongAverages,
    over,
    give,
    average,
  }) => {
    expect(await average()).toBeNull();
    const [one, two, three] = [await over(), await over(), await over()];
    await give(one.id, 5);
    expect(await average()).toEqual({ average: 5, count: 1 });
    await give(two.id, 4);
    expect(await average()).toEqual({ average: 4.5, count: 2 });
    await give(three.id, 4, 'Good');
    expect(await average()).toEqual({ average: 4.3, count: 3 });
    await give(one.id, 1, 'I have listened again');
    expect(await average()).toEqual({ average: 3, count: 3 });
    await give(one.id, 1, 'The same stars, other words');
    expect(await average()).toEqual({ average: 3, count: 3 });
    await give(one.id, 6);
    expect(await average()).toEqual({ average: 3, count: 3 });
    expect(await wrongAverages()).toEqual([]);
  });

  test('is one musician’s own, and goes with a rating that is deleted', async ({
    app,
    studio,
    wrongAverages,
    over,
    give,
    average,
  }) => {
    const other = await studio.makeMusician();
    await give((await over({ musician: other })).id, 1);
    expect(await average()).toBeNull();
    const { id } = await over();
    await give(id, 3);
    await app.db.deleteFrom('ratings').where('session_id', '=', id).execute();
    expect(await average()).toBeNull();
    expect(await wrongAverages()).toEqual([]);
  });
});

const stars = (n: number) => (n % 5) + 1;

describe('at once', () => {
  test('32 first ratings of one session: one row, one in the average', async ({
    wrongAverages,
    over,
    give,
    rows,
    average,
  }) => {
    const { id } = await over();
    const answers = await Promise.all(Array.from({ length: 32 }, (_, n) => give(id, stars(n), `${n}`)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 32 }, () => 200));
    const [row, ...more] = await rows(id);
    expect(more).toEqual([]);
    expect(row?.comment).toBe(
      `${answers.findIndex(({ body }) => body.session.rating.comment === row?.comment)}`,
    );
    expect(await average()).toEqual({ average: row?.stars, count: 1 });
    expect(await wrongAverages()).toEqual([]);
  });

  test('32 changes and first ratings of other sessions: each counts once', async ({
    wrongAverages,
    over,
    give,
    rows,
    average,
  }) => {
    const rated = await over();
    await give(rated.id, 5);
    const others = [];
    for (let n = 0; n < 8; n += 1) others.push(await over());
    const all = [
      ...others.map(({ id }, n) => give(id, stars(n))),
      ...Array.from({ length: 32 }, (_, n) => give(rated.id, stars(n))),
    ];
    for (const { status } of await Promise.all(all)) expect(status).toBe(200);
    expect(await rows(rated.id)).toHaveLength(1);
    expect((await average())?.count).toBe(9);
    expect(await wrongAverages()).toEqual([]);
  });
});

test('after all of this every average is that of its ratings', async ({ wrongAverages }) => {
  expect(await wrongAverages()).toEqual([]);
});
