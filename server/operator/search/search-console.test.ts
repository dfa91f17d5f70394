import { describe, expect } from 'vitest';
import { searchConsole } from '#shared/operator/contract-search.ts';
import { readSearch } from '#shared/operator/rules-search.ts';
import type { Searched } from '#shared/operator/rules-search.ts';
import { newId } from '../../lib/ids.ts';
import { roundTrips } from '#test/api/round-trips.ts';
import { test as base } from '#test/api/test.ts';
import { makeSession } from '#test/rooms/sessions.ts';

const test = base
  .extend('operator', { scope: 'file' }, ({ app }) => app.people.make('operator', { name: 'Olga Nimm' }))
  .extend('search', { scope: 'file' }, ({ app, operator }) => async (q: string, of?: Searched) => {
    const query = of === undefined ? { q } : { q, of };
    const { status, body } = await app.call(searchConsole, { query }, operator);
    expect(status).toBe(200);
    return {
      people: body.people.map(({ id }) => id),
      musicians: body.musicians.map(({ id }) => id),
      sessions: body.sessions.map(({ id }) => id),
      invoices: body.invoices.map(({ number, person }) => `${number} ${person.id}`),
    };
  })
  .extend('made', { scope: 'file', auto: true }, async ({ app, studio }) => {
    const client = await studio.makeClient({ name: 'Ada Quill' });
    const managed = await app.people.make('managed', { name: 'Ada Managed' });
    const musician = await studio.makeMusician({ name: 'Ada Drummer', slug: 'beat-maker' });
    const session = await makeSession(studio, { client, musician });
    const hold = await makeSession(studio, { client, musician, status: 'prebooked' });
    for (const number of ['TB-2026-000001', 'TB-2026-000012', 'TB-2025-000012'])
      await app.db
        .insertInto('invoices')
        .values({
          id: newId(),
          number,
          kind: 'invoice',
          person_id: client.id,
          provider: 'stripe',
          mode: 'test',
          provider_id: number,
          issued_at: app.clock.now(),
          currency: 'usd',
          discount_cents: 0,
          net_cents: 9900,
          vat_cents: 0,
          total_cents: 9900,
          vat_basis_points: 0,
          reverse_charge: false,
          seller: '{}',
          buyer: '{}',
          lines: '[]',
        })
        .execute();
    return { client, managed, musician, session: session.id, hold: hold.id };
  });
const NONE = { people: [], musicians: [], sessions: [], invoices: [] };

describe('the search of the console', () => {
  test('finds people and musicians by name and address, musicians also by slug', async ({
    search,
    made,
    operator,
  }) => {
    expect(await search('ada')).toEqual({
      ...NONE,
      people: [made.managed.id, made.client.id],
      musicians: [made.musician.id],
    });
    expect((await search(made.client.email)).people).toEqual([made.client.id]);
    expect((await search('nimm')).people).toEqual([operator.id]);
    expect(await search('beat-m')).toEqual({ ...NONE, musicians: [made.musician.id] });
    expect((await search(made.client.id.slice(0, 13))).people).toContain(made.client.id);
  });

  test('finds sessions by their number, and no hold', async ({ search, made }) => {
    expect(await search(String(made.session))).toEqual({ ...NONE, sessions: [made.session] });
    expect((await search(` #${made.session}`)).sessions).toEqual([made.session]);
    expect((await search(String(made.hold))).sessions).toEqual([]);
    expect(await search('999999999')).toEqual(NONE);
  });

  test('finds invoices by the beginning of their number', async ({ search, made }) => {
    const own = (number: string) => `${number} ${made.client.id}`;
    expect((await search('tb-2026')).invoices).toEqual([own('TB-2026-000001'), own('TB-2026-000012')]);
    expect((await search('TB-2025-000012')).invoices).toEqual([own('TB-2025-000012')]);
    expect((await search('TB-2026%')).invoices).toEqual([]);
  });

  test('among those who book, or those who are booked, only', async ({ search, made }) => {
    expect(await search('ada', 'clients')).toEqual({ ...NONE, people: [made.managed.id, made.client.id] });
    expect(await search('ada', 'musicians')).toEqual({ ...NONE, musicians: [made.musician.id] });
    expect(await search(String(made.session), 'clients')).toEqual(NONE);
  });

  test('finds nothing for what names nothing, and takes two waits', async ({ search }) => {
    for (const q of ['', '  ', '%', 'zzyzx']) expect(await search(q)).toEqual(NONE);
    expect(await roundTrips(() => search('ada'))).toHaveLength(2);
  });

  test('is for operators, and of at most 100 characters', async ({ app, operator }) => {
    const ask = async (q: string, as?: typeof operator) =>
      (await app.call(searchConsole, { query: { q } }, as)).status;
    expect(await ask('x'.repeat(101), operator)).toBe(400);
    expect(await ask('ada')).toBe(401);
    for (const role of ['client', 'partner', 'managed'] as const)
      expect(await ask('ada', await app.people.make(role))).toBe(403);
  });
});

test.for([
  ['100001', { session: 100_001 }],
  ['#100001', { session: 100_001 }],
  ['2147483648', { session: null }],
  ['99', { session: null, slug: '99' }],
  ['tb-2026-1', { invoice: 'TB-2026-1' }],
  ['TB-', { invoice: null }],
  ['Rafa-M', { slug: 'rafa-m' }],
  ['Ada Quill', { slug: null, people: { words: ['ada', 'quill'], ids: null } }],
  ['-', { people: null, slug: null, session: null, invoice: null }],
] as const)('what "%s" looks for', ([text, expected]) => {
  expect(readSearch(text)).toMatchObject(expected);
});
