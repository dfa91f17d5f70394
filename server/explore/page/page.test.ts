import { describe, expect } from 'vitest';
import { musicianComments, musicianPage } from '#shared/explore/contract-page.ts';
import { postMessage } from '#shared/messages/contract.ts';
import { close, rate } from '#shared/sessions/contract.ts';
import { hideRating } from '../../sessions/service.ts';
import type { TestPerson } from '#test/api/people.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { commandsOf } from '#test/rooms/commands.ts';
import { setFlags } from '#test/rooms/flags.ts';
import { makeSession } from '#test/rooms/sessions.ts';
import { test as base } from '#test/api/test.ts';
import { previewOf } from './preview.ts';

const test = base
  .extend(
    'showPages',
    { scope: 'file' },
    ({ app }) =>
      (isPublic: boolean) =>
        setFlags(app, { 'public-musician-pages': isPublic }),
  )
  /** Runs a command of the operator as typed. */
  .extend('type', { scope: 'file' }, ({ app }, { onCleanup }) => commandsOf(app, onCleanup))
  .extend('client', ({ studio }) => studio.makeClient({ name: 'Nora Vance' }))
  .extend('musician', ({ studio }) =>
    studio.makeMusician({
      name: 'Rafa Monteiro',
      title: 'Drummer',
      bio: 'Tight and dry.',
      styles: ['Jazz', 'Bossa nova'],
      image: '/images/rafa.webp',
      services: ['recording', 'mixing'],
    }),
  )
  .extend(
    'read',
    ({ app, musician, client }) =>
      (as: TestPerson | null = client, slug = musician.slug) =>
        app.call(musicianPage, { params: { slug } }, as),
  )
  .extend(
    'comments',
    ({ app, musician, client }) =>
      async (query: { page?: number; size?: number } = {}, as: TestPerson | null = client) =>
        (await app.call(musicianComments, { params: { slug: musician.slug }, query }, as)).body,
  )
  /** A session that ended that many hours ago, rated. */
  .extend('rated', ({ app, studio, client, musician, start }) => {
    return async (hours: number, stars: number, comment: string | null) => {
      const starts = start.subtract({ hours, minutes: 30 });
      const { id } = await makeSession(studio, { client, musician, starts });
      const body = { session_id: id, rating: stars, comment };
      expect((await app.call(rate, { body }, client)).status).toBe(200);
      return id;
    };
  });

describe('GET /api/v2/musicians/by-slug/{slug}', () => {
  test('has all that the page shows', async ({ read }) => {
    const { status, body, headers } = await read();
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['etag']).toBeDefined();
    expect(body.musician).toMatchObject({
      name: 'Rafa Monteiro',
      title: 'Drummer',
      bio: 'Tight and dry.',
      styles: ['Jazz', 'Bossa nova'],
      instruments: ['Drums'],
      image_url: '/images/rafa.webp',
      timezone: 'Europe/Lisbon',
      samples: [],
      rating: null,
      comments: [],
      comments_total: 0,
      answer_minutes: null,
      delivery_minutes: null,
    });
    expect(body.musician.services).toMatchObject([
      { value: 'recording', label: 'Recording session', unit_minutes: 30, slots: 1, price: 1 },
      { value: 'mixing', label: 'Mixing', unit_minutes: 30, slots: 6, price: 3 },
    ]);
    expect(Object.keys(body.musician)).not.toContain('zoom_link');
  });

  test('an unknown or hidden musician is 404, and so is every musician to managed clients', async ({
    app,
    studio,
    read,
  }) => {
    const gone = await studio.makeMusician({ visible: false });
    const managed = await app.people.make('managed');
    const answers = [await read(undefined, 'nobody'), await read(undefined, gone.slug), await read(managed)];
    for (const { problem } of answers)
      expect(problem).toMatchObject({ status: 404, detail: 'We do not know this musician.' });
  });

  test('without a login it is 401 unless pages are public; musicians and the operator may look', async ({
    app,
    read,
    musician,
    showPages: show,
  }) => {
    const refused = {
      status: 401,
      code: 'sign_in_first',
      detail: 'Please sign in to see this page.',
    };
    expect((await read(null)).problem).toMatchObject(refused);
    expect((await read(null, 'nobody')).problem).toMatchObject(refused);
    const listed = await app.call(musicianComments, { params: { slug: musician.slug } }, null);
    expect(listed.problem).toMatchObject(refused);
    for (const person of [musician.person, await app.people.make('operator')])
      expect((await read(person)).status).toBe(200);
    await show(true);
    const { body } = await read(null);
    expect(body.musician).toMatchObject({ name: 'Rafa Monteiro', services: [{ price: 1 }, { price: 3 }] });
    expect((await read(null, 'nobody')).status).toBe(404);
    expect((await read(await app.people.make('managed'))).status).toBe(404);
    await show(false);
    expect((await read(null)).status).toBe(401);
  });

  test.for([{ slug: 'x'.repeat(101) }])('%o is malformed', async ({ slug }, { read }) => {
    expect((await read(undefined, slug)).problem).toMatchObject({ status: 400, code: 'malformed' });
  });

  test('prices are those of the reader', async ({ app, studio, musician, read }) => {
    await app.db
      .updateTable('services')
      .set({ exclusive_prices_value: 7 })
      .where('value', '=', 'recording')
      .execute();
    const exclusive = await studio.makeClient({ exclusive: true });
    const priced = async (as?: TestPerson) => (await read(as)).body.musician.services[0]?.price;
    expect([await priced(), await priced(exclusive), await priced(musician.person)]).toEqual([1, 7, 1]);
  });
});

describe('next free times', () => {
  test('are the first free starts from now on, without what is taken', async ({
    studio,
    client,
    musician,
    read,
  }) => {
    const slots = (await studio.slotsOf(musician)).map(({ starts_at }) => String(starts_at));
    const before = (await read()).body.musician.next_free;
    expect(before).toHaveLength(40);
    expect(before[0]).toBe(slots[0]);
    await makeSession(studio, { client, musician, service: 'mixing' });
    const after = (await read()).body.musician.next_free;
    expect(after).not.toContain(slots[0]);
    expect(after.slice(0, 39)).toEqual(before.slice(1));
  });

  test('end for people with limitations where their times do', async ({ clock, studio, read }) => {
    const member = await studio.makeClient();
    const limited = await studio.makeClient({ status: 'ondemand' });
    const hours = [{ weekday: 3, from: '10:00', unit_minutes: 30, category: 'instruments' }];
    const { slug } = await studio.makeMusician({ hours });
    const days = async (as: TestPerson) =>
      (await read(as, slug)).body.musician.next_free.map((at) => at.slice(0, 10));
    expect((await days(member)).slice(0, 3)).toEqual(['2026-11-25', '2026-12-02', '2026-12-09']);
    expect(await days(limited)).toEqual(['2026-11-25']);
    // The second opens exactly ten days before it begins.
    clock.instant = Temporal.Instant.from('2026-11-22T09:59:59.999Z');
    expect(await days(limited)).toEqual(['2026-11-25']);
    clock.instant = Temporal.Instant.from('2026-11-22T10:00:00Z');
    expect(await days(limited)).toEqual(['2026-11-25', '2026-12-02']);
  });
});

describe('ratings', () => {
  test('stand with stars, words, first name and month, newest first; the wordless only count', async ({
    clock,
    rated,
    read,
  }) => {
    await rated(60, 5, 'The fills made the song.');
    clock.instant = clock.instant.add({ hours: 24 * 20 });
    await rated(30, 3, null);
    await rated(40, 4, 'Lovely ride.');
    const { musician } = (await read()).body;
    expect(musician.rating).toEqual({ average: 4, count: 3 });
    expect(musician.comments).toMatchObject([
      { name: 'Nora', stars: 4, comment: 'Lovely ride.', month: '2026-12' },
      { name: 'Nora', stars: 5, comment: 'The fills made the song.', month: '2026-11' },
    ]);
    expect(musician.comments_total).toBe(2);
    expect(JSON.stringify(musician)).not.toContain('Vance');
    expect(new Set(musician.comments.map(({ id }) => id)).size).toBe(2);
  });

  test('come in pages', async ({ clock, rated, read, comments }) => {
    for (const at of [0, 1, 2, 3, 4, 5, 6]) {
      clock.instant = clock.instant.add({ seconds: 1 });
      await rated(20 + at, 5, `Take ${at}`);
    }
    expect((await read()).body.musician).toMatchObject({ comments: { length: 5 }, comments_total: 7 });
    expect((await comments()).comments.map(({ comment }) => comment)).toEqual(
      [6, 5, 4, 3, 2].map((at) => `Take ${at}`),
    );
    const second = await comments({ page: 1 });
    expect(second).toMatchObject({ total: 7, comments: [{ comment: 'Take 1' }, { comment: 'Take 0' }] });
    expect((await comments({ page: 2 })).comments).toEqual([]);
  });

  test('the operator hides words, whose stars still count, and shows them again', async ({
    app,
    rated,
    read,
    comments,
  }) => {
    const id = await rated(20, 1, 'Rude words');
    await rated(21, 5, 'Fine');
    const hide = (sessionId: number, hidden: boolean) => hideRating(app.ctx(), { sessionId, hidden });
    expect((await hide(id, true)).ok).toBe(true);
    const { musician } = (await read()).body;
    expect(musician.comments).toMatchObject([{ comment: 'Fine' }]);
    expect(musician).toMatchObject({ rating: { average: 3, count: 2 }, comments_total: 1 });
    expect((await comments()).total).toBe(1);
    await hide(id, false);
    expect((await comments()).total).toBe(2);
    expect(await hide(99, true)).toMatchObject({ ok: false, reason: 'not_found' });
    expect((await hide(id, false)).ok, 'the same again is no change').toBe(true);
    expect(await auditOf(app.db, 'session', id)).toMatchObject([
      { what: 'rating.hidden', before: { hidden: false }, after: { hidden: true } },
      { what: 'rating.shown', before: { hidden: true }, after: { hidden: false } },
    ]);
  });
});

describe("the operator's commands", () => {
  test('list, hide and show what was written; a session without a rating is said', async ({
    rated,
    musician,
    comments,
    type,
  }) => {
    const id = await rated(20, 1, 'Rude\nwords');
    expect((await type('ratings', 'list', musician.slug)).out).toBe(
      `${id}  2026-11-21  1 of 5  shown  Nora Vance  Rude words\n`,
    );
    expect((await type('ratings', 'hide', `${id}`)).out).toContain('Its stars still count.');
    expect((await comments()).total).toBe(0);
    expect((await type('ratings', 'list', musician.slug)).out).toContain('  hidden  ');
    expect((await type('ratings', 'show', `${id}`)).code).toBe(0);
    expect((await comments()).total).toBe(1);
    expect(await type('ratings', 'hide', '999999')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Session 999999 has no rating.'),
    });
    expect(await type('ratings', 'list', 'nobody')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no musician of that name (slug).'),
    });
    expect((await type('ratings', 'hide', 'x')).code).toBe(2);
  });

  test('of somebody whom nobody has rated there is nothing to list', async ({ musician, type }) => {
    expect((await type('ratings', 'list', musician.slug)).out).toBe('No ratings yet.\n');
  });
});

describe('typical times', () => {
  test('answers: the median of three or more, each run of messages from its first', async ({
    app,
    clock,
    studio,
    client,
    musician,
    read,
  }) => {
    const { start } = app;
    const { threadId } = await makeSession(studio, { client, musician });
    const typical = async () => (await read()).body.musician.answer_minutes;
    const say = async (as: TestPerson, minutes: number) => {
      clock.instant = start.add({ minutes });
      const { status } = await app.call(postMessage, { body: { thread_id: threadId, body: 'Hi' } }, as);
      expect(status).toBe(201);
    };
    await say(musician.person, 0);
    await say(client, 1);
    await say(client, 5);
    await say(musician.person, 11); // 10 minutes
    await say(musician.person, 12);
    await say(client, 20);
    await say(musician.person, 60); // 40 minutes
    await say(client, 70);
    expect(await typical()).toBeNull();
    await say(musician.person, 700); // 630 minutes
    expect(await typical()).toBe(40);
    await say(client, 800);
    expect(await typical()).toBe(40);
  });

  test('deliveries: the median of three or more, none of them negative', async ({
    app,
    clock,
    studio,
    client,
    musician,
    read,
  }) => {
    const { start } = app;
    const typical = async () => (await read()).body.musician.delivery_minutes;
    for (const [at, minutes] of [30, 90, 600].entries()) {
      expect(await typical()).toBeNull();
      clock.instant = start;
      const { id, ends } = await makeSession(studio, {
        client,
        musician,
        starts: start.subtract({ hours: 24 + at }),
      });
      clock.instant = ends.add({ minutes });
      const { status } = await app.call(close, { body: { session_id: id } }, musician.person);
      expect(status).toBe(200);
      clock.instant = start;
    }
    expect(await typical()).toBe(90);
  });
});

describe('link previews', () => {
  test('tell a public page from all others, and a missing musician', async ({
    app,
    musician,
    showPages: show,
  }) => {
    const preview = async (pathname: string, front: 'studio' | 'partners' = 'studio') =>
      previewOf(pathname, async () => ({
        ...app.ctx(),
        front,
        flags: { ...app.ctx().flags, 'public-musician-pages': true },
      }));
    const page = `/musicians/${musician.slug}`;
    expect(await preview(page)).toEqual({
      site: 'Talkback',
      title: 'Rafa Monteiro, Drummer · Talkback',
      description: 'Tight and dry.',
      url: `http://localhost:4000${page}`,
      image: 'http://localhost:4000/images/rafa.webp',
    });
    expect(await preview('/musicians/nobody')).toBe('missing');
    for (const other of ['/explore', '/musicians', '/musicians/', `${page}/more`, '/musicians/a%00b'])
      expect(await preview(other)).toBeNull();
    expect(await preview(page, 'partners')).toBeNull();
    await show(false);
    expect(await previewOf(page, async () => app.ctx())).toBeNull();
  });
});
