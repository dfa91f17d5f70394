import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { ArgsOf } from '#shared/lib/endpoint.ts';
import { listMusicians } from '#shared/operator/musicians/contract-musicians.ts';
import { MUSICIANS_PAGE, PAGE_STATES } from '#shared/operator/musicians/rules-musicians.ts';
import { roundTrips } from '#test/api/round-trips.ts';
import { test as base } from '#test/api/test.ts';
import { makeSession } from '#test/rooms/sessions.ts';

type Query = NonNullable<ArgsOf<typeof listMusicians>['query']>;

const test = base
  .extend('operator', { scope: 'file' }, ({ app }) => app.people.make('operator'))
  .extend('list', { scope: 'file' }, ({ app, operator }) => async (query: Query = {}) => {
    const { status, body } = await app.call(listMusicians, { query }, operator);
    expect(status).toBe(200);
    return body;
  })
  .extend(
    'names',
    { scope: 'file' },
    ({ list }) =>
      async (query: Query = {}) =>
        (await list(query)).musicians.map(({ name }) => name),
  )
  /** Musicians of every state of a page. */
  .extend('made', { scope: 'file', auto: true }, async ({ app, studio }) => {
    const make = (name: string, slug: string) =>
      studio.makeMusician({ name, slug, title: 'Drums and more', services: ['recording', 'singer'] });
    const ada = await make('Ada Drummer', 'beat-maker');
    const bela = await make('bela Bass', 'bela');
    const cleo = await make('Cléo Keys', 'cleo');
    const dora = await make('Dora Harp', 'dora');
    const emil = await make('Emil Oud', 'emil');
    const draft = (id: string, submitted: boolean, note: string | null) =>
      sql`insert into musician_drafts (musician_id, body, version, saved_at, submitted_at, returned_note)
        values (${id}, '{}', 1, ${app.clock.now()}, ${submitted ? app.clock.now() : null}, ${note})`.execute(
        app.db,
      );
    await draft(bela.id, true, null);
    await draft(cleo.id, false, 'Please say more');
    await sql`update musicians set published = false, visible = false where person_id = ${dora.id}`.execute(
      app.db,
    );
    await sql`update musicians set visible = false where person_id = ${emil.id}`.execute(app.db);
    return { ada, bela, cleo, dora, emil };
  });

describe('the list of musicians', () => {
  test('has each by name, with page, services, next time, next session and conflicts', async ({
    app,
    studio,
    clock,
    list,
    made,
  }) => {
    const client = await studio.makeClient();
    const starts = clock.instant.add({ hours: 30 });
    const { id } = await makeSession(studio, { client, musician: made.ada, starts });
    await sql`insert into external_calendars (id, musician_id, name, url, added_at, read_at, last_ok_at, next_read_at)
      values ('01900000-0000-7000-8000-00000000000a', ${made.ada.id}, 'Home', 'https://x.test', ${clock.instant},
        ${clock.instant}, ${clock.instant}, ${clock.instant})`.execute(app.db);
    await sql`insert into busy_times (calendar_id, musician_id, during)
      select '01900000-0000-7000-8000-00000000000a', ${made.ada.id}, tstzrange(a, a + interval '10 minutes')
      from unnest(array[${starts}::timestamptz, ${starts}::timestamptz + interval '15 minutes']) a`.execute(
      app.db,
    );
    const { musicians, next } = await list();
    expect(musicians.map(({ name, page }) => [name, page])).toEqual([
      ['Ada Drummer', 'published'],
      ['bela Bass', 'waiting'],
      ['Cléo Keys', 'returned'],
      ['Dora Harp', 'new'],
      ['Emil Oud', 'hidden'],
    ]);
    expect(next).toBeNull();
    expect(musicians[0]).toMatchObject({
      id: made.ada.id,
      slug: 'beat-maker',
      title: 'Drums and more',
      services: expect.arrayContaining([expect.any(String), expect.any(String)]),
      next_free_at: expect.any(String),
      next_session: { id, starts_at: starts.toString() },
      conflicts: 1,
    });
    expect(musicians[1]).toMatchObject({ next_session: null, conflicts: 0 });
  });

  test('is narrowed by how the page stands: each is in exactly one part', async ({ names }) => {
    const parts = await Promise.all(PAGE_STATES.map((page) => names({ page })));
    expect(parts).toEqual([['Dora Harp'], ['bela Bass'], ['Cléo Keys'], ['Ada Drummer'], ['Emil Oud']]);
  });

  test('is searched by name, address, title, slug and id', async ({ names, made }) => {
    expect(await names({ q: 'cleo' })).toEqual(['Cléo Keys']);
    expect(await names({ q: made.emil.person.email })).toEqual(['Emil Oud']);
    expect(await names({ q: 'beat-m' })).toEqual(['Ada Drummer']);
    expect(await names({ q: made.dora.id })).toEqual(['Dora Harp']);
    expect(await names({ q: 'drums more' })).toHaveLength(5);
    expect(await names({ q: 'cleo', page: 'hidden' })).toEqual([]);
    expect(await names({ q: 'zzyzx' })).toEqual([]);
    expect(await names({ q: '%%% cleo' })).toEqual(['Cléo Keys']);
  });

  test('goes on after the last of a page, in one wait', async ({ app, list }) => {
    const ids = Array.from(
      { length: 60 },
      (_, n) => `01900000-0000-7000-9000-0000000000${String(n).padStart(2, '0')}`,
    );
    await sql`insert into people (id, role, name, email, zone, created_at)
      select id, 'partner', 'Many', 'many' || nr || '@test.test', 'UTC', ${app.clock.now()}
      from unnest(${ids}::uuid[]) with ordinality as i(id, nr)`.execute(app.db);
    await sql`insert into musicians (person_id, slug, zone) select id, 'many-' || nr, 'UTC'
      from unnest(${ids}::uuid[]) with ordinality as i(id, nr)`.execute(app.db);
    const first = await list({ q: 'many' });
    expect([first.musicians.length, first.next]).toEqual([MUSICIANS_PAGE, first.musicians.at(-1)?.id]);
    const second = await list({ q: 'many', after: first.next ?? '' });
    expect([second.musicians.length, second.next]).toEqual([10, null]);
    expect(new Set([...first.musicians, ...second.musicians].map(({ id }) => id)).size).toBe(60);
    expect(await roundTrips(() => list())).toHaveLength(2);
  });

  test('is for operators, and of filters that there are', async ({ app, operator, studio, made }) => {
    const ask = async (query: Record<string, string>, as?: typeof operator) =>
      (await app.call(listMusicians, { query }, as)).status;
    expect(await ask({ page: 'gone' }, operator)).toBe(400);
    expect(await ask({ q: 'x'.repeat(101) }, operator)).toBe(400);
    expect(await ask({ after: 'first' }, operator)).toBe(400);
    expect(await ask({})).toBe(401);
    for (const person of [await studio.makeClient(), made.ada.person])
      expect(await ask({}, person)).toBe(403);
  });
});
