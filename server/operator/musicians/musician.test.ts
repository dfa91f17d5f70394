import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { getPartner } from '#shared/catalogue/contract.ts';
import type { Endpoint } from '#shared/lib/endpoint.ts';
import * as contract from '#shared/operator/musicians/contract-musician.ts';
import type { TestApp } from '#test/api/app.ts';
import type { TestPerson } from '#test/api/people.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { setFlags } from '#test/rooms/flags.ts';
import { test as base, WORDS } from '#test/rooms/profiles.ts';

const NOBODY = '01900000-0000-7000-8000-000000000000';
type Decision = typeof contract.approveProfile | typeof contract.returnProfile;

const test = base
  .extend('operator', { scope: 'file' }, ({ app }) => app.people.make('operator', { name: 'Olga' }))
  .extend('drummer', ({ studio }) => studio.makeMusician({ title: 'Drums', bio: 'From Lisbon.' }))
  .extend('find', { scope: 'file' }, ({ app, operator }) => async (id: string) => {
    const { status, body } = await app.call(contract.getMusician, { params: { id } }, operator);
    expect(status).toBe(200);
    return body;
  })
  /** A musician who has sent a draft in; its version. */
  .extend('sent', async ({ app, draftApi, drummer }) => {
    await setFlags(app, { 'profiles-need-approval': true });
    expect((await draftApi.read(drummer.person)).needs_approval).toBe(true);
    return (await draftApi.show(drummer.person, { ...WORDS, title: 'Cymbals', styles: ['Fado'] })).version;
  })
  .extend(
    'decide',
    ({ app, operator, drummer }) =>
      async (endpoint: Decision, body: object, id = drummer.id) => {
        const args = { params: { id }, body } as {
          params: { id: string };
          body: { version: number; note: string };
        };
        const { status, problem } = await app.call(endpoint, args, operator);
        return status === 200 ? 'ok' : `${status} ${problem.code}`;
      },
  )
  .extend('setRate', ({ app, operator, drummer }) => async (body: object, id = drummer.id) => {
    const args = { params: { id }, body } as {
      params: { id: string };
      body: { from: string; fixed_cents: number; flexible_cents: number };
    };
    const { status, problem } = await app.call(contract.setMusicianRate, args, operator);
    return status === 200 ? 'ok' : `${status} ${problem.code}`;
  });

describe('the page of a musician', () => {
  test('has the draft beside what is published, hours, services and rates', async ({
    sent,
    drummer,
    find,
  }) => {
    const found = await find(drummer.id);
    expect(found.musician).toMatchObject({
      id: drummer.id,
      slug: drummer.slug,
      title: 'Drums',
      page: 'waiting',
      timezone: 'Europe/Lisbon',
    });
    expect(found.profile).toMatchObject({
      state: 'waiting',
      version: sent,
      is_published: true,
      returned_note: null,
      missing: [],
      parts: expect.arrayContaining([
        { part: 'title', changed: true, published: ['Drums'], draft: ['Cymbals'] },
        { part: 'styles', changed: true, published: [], draft: ['Fado'] },
        { part: 'card_description', changed: false, published: [], draft: [] },
      ]),
    });
    expect(found.services).toMatchObject([{ minutes: expect.any(Number), credits: expect.any(Number) }]);
    expect(found.schedule.hours[0]?.hours[0]).toMatchObject({ weekday: 1, from: '08:00', unit_minutes: 30 });
    expect(found).toMatchObject({ rates: [], rates_from: null, conflicts: [], payments: [] });
  });

  test('there is none of others', async ({ app, operator, studio }) => {
    const client = await studio.makeClient();
    const ask = async (id: string, as?: typeof operator) =>
      (await app.call(contract.getMusician, { params: { id } }, as)).status;
    expect(await ask(client.id, operator)).toBe(404);
    expect(await ask(NOBODY, operator)).toBe(404);
    expect(await ask('me', operator)).toBe(400);
  });
});

describe('approving and returning', () => {
  test('publishes the version that was seen, and no other', async ({
    app,
    operator,
    studio,
    sent,
    drummer,
    decide,
    find,
  }) => {
    expect(await decide(contract.approveProfile, { version: sent - 1 })).toBe('409 changed');
    const both = await Promise.all([1, 2].map(() => decide(contract.approveProfile, { version: sent })));
    expect(both.toSorted()).toEqual(['409 changed', 'ok']);
    const { profile, audit } = await find(drummer.id);
    expect(profile.state).toBe('published');
    expect(audit).toMatchObject([{ what: 'profile.approved', operator: { id: operator.id } }]);
    const client = await studio.makeClient();
    const { body } = await app.call(getPartner, { params: { id: drummer.slug } }, client);
    expect(body.partner.title).toBe('Cymbals');
    expect(await decide(contract.approveProfile, { version: profile.version })).toBe('409 not_waiting');
  });

  test('returns it with a note', async ({ app, operator, draftApi, sent, drummer, decide, find }) => {
    for (const note of [' ', 'x'.repeat(1001)])
      expect(await decide(contract.returnProfile, { version: sent, note })).toBe('400 malformed');
    const note = 'Please name your kit.';
    expect(await decide(contract.returnProfile, { version: sent, note })).toBe('ok');
    expect((await find(drummer.id)).profile).toMatchObject({ state: 'returned', returned_note: note });
    expect((await find(drummer.id)).musician.page).toBe('returned');
    expect((await draftApi.read(drummer.person)).returned_note).toBe(note);
    expect(await auditOf(app.db, 'person', drummer.id)).toMatchObject([
      { what: 'profile.returned', operator_id: operator.id, reason: note },
    ]);
    expect(await decide(contract.returnProfile, { version: sent, note })).toBe('409 changed');
    expect(await decide(contract.returnProfile, { version: sent, note }, NOBODY)).toBe('404 not_found');
    expect(await decide(contract.approveProfile, { version: sent }, NOBODY)).toBe('404 not_found');
  });
});

describe('setting a rate', () => {
  const RATE = { from: '2026-10-01', fixed_cents: 3200, flexible_cents: 4500 };

  test('adds it to the history; the same day again replaces it', async ({
    app,
    operator,
    drummer,
    setRate,
    find,
  }) => {
    expect(await setRate(RATE)).toBe('ok');
    expect(await setRate({ ...RATE, from: '2026-09-01', fixed_cents: 3000 })).toBe('ok');
    expect(await setRate({ ...RATE, fixed_cents: 3300 })).toBe('ok');
    expect((await find(drummer.id)).rates).toEqual([
      { ...RATE, from: '2026-09-01', fixed_cents: 3000 },
      { ...RATE, fixed_cents: 3300 },
    ]);
    expect((await auditOf(app.db, 'person', drummer.id)).at(-1)).toMatchObject({
      what: 'rate.set',
      operator_id: operator.id,
      before: { fixed_cents: 3200 },
      after: { valid_from: '2026-10-01', fixed_cents: 3300 },
    });
  });

  test('is refused in a closed month, for others, and of what is no rate', async ({
    app,
    drummer,
    setRate,
    find,
  }) => {
    await setRate(RATE);
    await sql`insert into musician_months (musician_id, month, zone, from_at, until_at, figures, rates, slots,
      payment_cents, closed_at) values (${drummer.id}, '2026-11-01', 'UTC', '2026-11-01T00:00Z', '2026-12-01T00:00Z',
      '{}', '[]', '[]', 0, '2026-12-05T00:00Z')`.execute(app.db);
    expect((await find(drummer.id)).rates_from).toBe('2026-12-01');
    expect(await setRate({ ...RATE, from: '2026-11-30' })).toBe('409 month_closed');
    expect(await setRate({ ...RATE, from: '2026-12-01' })).toBe('ok');
    expect(await setRate(RATE, NOBODY)).toBe('404 not_found');
    for (const wrong of [
      { fixed_cents: -1 },
      { fixed_cents: 10_000_001 },
      { flexible_cents: 1.5 },
      { from: '2026-02-30' },
    ])
      expect(await setRate({ ...RATE, ...wrong })).toBe('400 malformed');
  });
});

test("a musician's page is for operators", async ({ app, drummer, studio }) => {
  const params = { id: drummer.id };
  const calls: readonly (readonly [Endpoint, object])[] = [
    [contract.getMusician, { params }],
    [contract.approveProfile, { params, body: { version: 1 } }],
    [contract.returnProfile, { params, body: { version: 1, note: 'Mine' } }],
    [contract.setMusicianRate, { params, body: { from: '2026-12-01', fixed_cents: 1, flexible_cents: 1 } }],
  ];
  for (const [endpoint, args] of calls) {
    expect((await app.call(endpoint, args, null)).status).toBe(401);
    for (const person of [await studio.makeClient(), drummer.person])
      expect((await app.call(endpoint, args, person)).status).toBe(403);
  }
});

const setServices = async (app: TestApp, id: string, body: object, as: TestPerson) => {
  const { status, problem } = await app.call(
    contract.setMusicianServices,
    { params: { id }, body: body as { version: number; services: string[] } },
    as,
  );
  return status === 200 ? 'ok' : `${status} ${problem.code}`;
};

describe('the services of a musician', () => {
  test('are set at once, in the draft, too, which keeps the rest, and audited', async ({
    app,
    operator,
    draftApi,
    drummer,
    find,
  }) => {
    await draftApi.save(drummer.person, { title: 'Cymbals' });
    const { profile } = await find(drummer.id);
    const services = ['recording', 'consultation'];
    expect(await setServices(app, drummer.id, { version: profile.version, services }, operator)).toBe('ok');
    const found = await find(drummer.id);
    expect(found.services.map(({ value }) => value)).toEqual(services);
    expect(found.profile).toMatchObject({ state: 'changed', version: profile.version + 1 });
    const changed = found.profile.parts.filter((part) => part.changed).map(({ part }) => part);
    expect(changed).toEqual(['title']);
    expect((await auditOf(app.db, 'person', drummer.id)).at(-1)).toMatchObject({
      operator_id: operator.id,
      what: 'services.changed',
      before: { services: ['Recording session'] },
      after: { services: ['Recording session', 'Consultation'] },
    });
    const stale = { version: profile.version, services: ['mixing'] };
    expect(await setServices(app, drummer.id, stale, operator)).toBe('409 changed');
  });

  test('are refused with words', async ({ app, operator, drummer, find }) => {
    const { version } = (await find(drummer.id)).profile;
    const tried = async (services: readonly string[], id = drummer.id) =>
      setServices(app, id, { version, services }, operator);
    expect(await tried(['nothing-of-ours'])).toBe('422 unknown_service');
    expect(await tried([])).toBe('422 no_service');
    expect(await tried(['recording'])).toBe('422 nothing_changes');
    expect(await tried(['recording'], NOBODY)).toBe('404 not_found');
    expect(await setServices(app, drummer.id, { version, services: 'mixing' }, operator)).toBe(
      '400 malformed',
    );
    const body = { version, services: ['mixing'] };
    expect(await setServices(app, drummer.id, body, drummer.person)).toBe('403 wrong_role');
  });
});
