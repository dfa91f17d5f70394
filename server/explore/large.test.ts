import { sql, type RawBuilder } from 'kysely';
import { expect } from 'vitest';
import { listPartners } from '#shared/explore/contract.ts';
import { fillMusicians } from '#test/api/many.ts';
import { openingMask } from '#shared/calendar/rules-openings.ts';
import { wantedSpans, type WantedTime } from '#shared/explore/rules-filters.ts';
import { offeredServices } from '../catalogue/service.ts';
import { searchQuery, type Search } from './filters/queries.ts';
import { cardsQuery } from './queries.ts';
import { test as base } from '#test/api/test.ts';

/**
 * Explore at 10,000 musicians with 9 weeks of slots, two a week each: few, so that filling is fast; the index is read
 * the same way at any density. Checks the shape of the plan; durations are only printed.
 */
const MUSICIANS = 10_000;
const SLOTS = 18;
const BOOKED = 4000;

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Two lists of a dozen rows, which may be scanned in full; nothing else may. */
const SMALL = new Set(['instruments', 'services']);
const large = (relations: readonly string[]) => relations.filter((relation) => !SMALL.has(relation));

const test = base
  .extend('client', { scope: 'file' }, ({ studio }) => studio.makeClient())
  /** What a query's plan scans, and how long it took, without a clock for each of its nodes. */
  .extend('explain', { scope: 'file' }, ({ app }) => async (query: RawBuilder<unknown>) => {
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode; 'Execution Time': number }] }>`
    explain (analyze, timing off, format json) ${query}`.execute(app.db);
    const [found] = rows[0]?.['QUERY PLAN'] ?? [];
    if (found === undefined) throw new Error('no plan');
    const nodes: PlanNode[] = [];
    const walk = (node: PlanNode): void => {
      nodes.push(node);
      for (const part of node.Plans ?? []) walk(part);
    };
    walk(found.Plan);
    const sequential = nodes.filter((node) => node['Node Type'] === 'Seq Scan');
    return {
      ms: found['Execution Time'],
      indexes: new Set(nodes.map((node) => node['Index Name'])),
      sequential: sequential
        .map((node) => node['Relation Name'] ?? '')
        .toSorted((a, b) => a.localeCompare(b)),
    };
  })
  .extend(
    'ask',
    { scope: 'file' },
    ({ app }) =>
      (more: { instrument?: string; page?: number; later?: number } = {}) =>
        cardsQuery({
          instrument: more.instrument,
          page: more.page ?? 0,
          size: 24,
          now: app.clock.now().add({ hours: more.later ?? 0 }),
        }),
  )
  .extend(
    'find',
    { scope: 'file' },
    ({ app }) =>
      async ({
        time,
        values,
        ...more
      }: Partial<Search> & { time?: WantedTime; values?: readonly string[] }) => {
        const now = app.clock.now();
        const lastStart = now.add({ hours: 24 * 62 });
        const offered = await offeredServices(app.db);
        const chosen = offered.filter(({ value }) => values === undefined || values.includes(value));
        const spans = time && wantedSpans(time, 'America/New_York', now);
        const booking = spans && {
          spans,
          lastStart,
          kinds: chosen.map((kind) => ({ ...kind, mask: openingMask(spans, kind, { now, lastStart }) })),
        };
        return searchQuery({
          services: values && chosen,
          words: [],
          sort: 'studio',
          page: 0,
          size: 24,
          now,
          booking,
          ...more,
        });
      },
  );

test.beforeAll(async ({ app, studio, client }) => {
  await fillMusicians(app.db, {
    musicians: MUSICIANS,
    slots: SLOTS,
    booked: BOOKED,
    now: app.clock.now(),
    clientId: client.id,
    serviceId: studio.service('recording'),
  });
});

test('the first page is read by the index of the order, without going through musicians, slots or claims', async ({
  explain,
  ask,
}) => {
  const plan = await explain(ask());
  console.log(`explore, first page at ${MUSICIANS} musicians: ${plan.ms.toFixed(2)} ms`);
  expect(plan.indexes).toContain('musicians_order');
  expect(large(plan.sequential)).toEqual([]);
});

test('so is the first page when no stored next free time holds any more', async ({ explain, ask }) => {
  const plan = await explain(ask({ later: 24 * 14 }));
  console.log(`explore, first page with nothing stored fresh: ${plan.ms.toFixed(2)} ms`);
  expect(plan.indexes).toContain('musicians_order');
  // Of shown slots, or of all.
  expect(plan.indexes.has('slots_shown') || plan.indexes.has('slots_musician')).toBe(true);
  expect(large(plan.sequential)).toEqual([]);
});

test("an instrument's page reads neither slots nor claims as a whole", async ({ explain, ask }) => {
  const plan = await explain(ask({ instrument: 'cello' }));
  console.log(`explore, first page of one instrument: ${plan.ms.toFixed(2)} ms`);
  expect(plan.sequential).not.toContain('slots');
  expect(plan.sequential).not.toContain('slot_claims');
  expect(plan.sequential).not.toContain('musicians');
});

test('over HTTP the pages are in order, whole, and say how many there are', async ({ app, client }) => {
  const query = { size: 24 };
  for (let warm = 0; warm < 3; warm += 1) await app.call(listPartners, { query }, client);
  const begun = performance.now();
  const { body } = await app.call(listPartners, { query }, client);
  console.log(`explore, first page over HTTP: ${(performance.now() - begun).toFixed(1)} ms`);
  expect(body.total).toBe(9000);
  const { body: last } = await app.call(listPartners, { query: { ...query, page: 374 } }, client);
  expect([body.partners.length, last.partners.length]).toEqual([24, 24]);
  const expected = await app.db
    .selectFrom('musicians')
    .select('person_id')
    .where('visible', '=', true)
    .orderBy('rank')
    .orderBy('person_id')
    .execute();
  const ids = expected.map((row) => row.person_id);
  expect(body.partners.map((card) => card.id)).toEqual(ids.slice(0, 24));
  expect(last.partners.map((card) => card.id)).toEqual(ids.slice(-24));
  for (const card of body.partners) {
    const { rows } = await sql<{ at: Temporal.Instant }>`
      select min(s.starts_at) as at from slots s
      where s.musician_id = ${card.id} and s.starts_at > ${app.clock.now()}
        and not exists (select 1 from slot_claims c where c.slot_id = s.id)`.execute(app.db);
    expect(card.next_free_at).toBe(rows[0]?.at.toString());
  }
});

const evenings: WantedTime = { start_time: '18:00', end_time: '22:00' };
const tuesday = { start_date: '2026-11-24', end_date: '2026-11-24' };
/** A search, and an index that it reads. */
const searches: readonly (readonly [
  string,
  Partial<Search> & { time?: WantedTime; values?: readonly string[] },
  string,
])[] = [
  ['nothing', {}, 'musicians_pkey'],
  ['a service', { values: ['mixing'] }, 'musician_services_reverse'],
  ['an instrument', { instrument: 'cello' }, 'musician_instruments_reverse'],
  ['one evening', { time: { ...evenings, ...tuesday } }, 'musicians_pkey'],
  ['all evenings', { time: evenings }, 'slots_musician_id_during_category_key'],
  ['all of two months', { time: { start_date: '2026-11-21' } }, 'slots_musician_id_during_category_key'],
  ['mixing on any evening', { time: evenings, values: ['mixing'] }, 'musician_openings_pkey'],
  ['words', { words: ['musician', '4711'] }, 'musicians_search'],
  ['words on any evening', { words: ['cello'], time: evenings }, 'slots_musician_id_during_category_key'],
  ['the next free first', { sort: 'next-free', time: evenings }, 'slots_musician_id_during_category_key'],
  ['the best rated first', { sort: 'rating', time: evenings }, 'slots_musician_id_during_category_key'],
  [
    'by name, a late page',
    { sort: 'name', time: evenings, page: 20 },
    'slots_musician_id_during_category_key',
  ],
];
test.for(searches)(
  'a search for %s reads neither slots nor claims as a whole',
  async ([what, query, index], { explain, find }) => {
    await explain(await find(query));
    const plan = await explain(await find(query));
    console.log(`explore, searching for ${what}: ${plan.ms.toFixed(2)} ms`);
    expect(plan.indexes).toContain(index);
    expect(plan.sequential).not.toContain('slots');
    expect(plan.sequential).not.toContain('slot_claims');
    expect(plan.sequential).not.toContain('people');
  },
);
