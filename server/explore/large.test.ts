import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPartners } from '../../shared/explore/contract.ts';
import { testApp, type TestApp } from '../test/app.ts';
import type { TestPerson } from '../test/people.ts';
import { makeStudio, type Studio } from '../test/studio.ts';
import { cardsQuery } from './queries.ts';

/**
 * Explore at 10,000 musicians with 9 weeks of slots: two a week each, 180,000 in all, so that filling stays short; the
 * index is read the same way at any density. Of some the next slots are taken. The shape of the plan is what is held
 * here; the milliseconds are printed, not judged.
 */
const MUSICIANS = 10_000;
const SLOTS = 18;
const BOOKED = 4000;

let app: TestApp;
let studio: Studio;
let client: TestPerson;
beforeAll(async () => {
  app = await testApp();
  studio = await makeStudio(app);
  client = await studio.makeClient();
  await fill();
}, 120_000);
afterAll(() => app.close());

async function fill(): Promise<void> {
  const { db } = app;
  const now = app.clock.now();
  await sql`create table made as
    select gen_random_uuid() as id, n from generate_series(1, ${MUSICIANS}::integer) n`.execute(db);
  await sql`
    insert into people (id, email, role, name, zone, created_at)
    select id, 'musician-' || n || '@test.test', 'partner', 'Musician ' || n, 'Europe/Lisbon', ${now} from made`.execute(
    db,
  );
  await sql`
    insert into musicians (person_id, slug, zone, rank, visible, slots_until)
    select id, 'many-' || n, 'Europe/Lisbon', (n * 7919) % 1000, n % 10 <> 0, '2027-01-23' from made`.execute(
    db,
  );
  await sql`
    insert into musician_instruments (musician_id, instrument_id)
    select m.id, i.id from made m join instruments i on i.position = m.n % 13 or i.position = (m.n / 13) % 13`.execute(
    db,
  );
  await sql`
    insert into musician_services (musician_id, service_id)
    select m.id, s.id from made m join services s on s.position in (m.n % 11, (m.n + 4) % 11)`.execute(db);
  await sql`
    insert into slots (id, musician_id, starts_at, ends_at, category, slot_type)
    select gen_random_uuid(), m.id, t.at, t.at + interval '30 minutes', 'instruments', 'fixed'
    from made m, lateral (
      select ${now}::timestamptz + interval '84 hours' * slot + interval '1 minute' * (m.n % 1000) as at
      from generate_series(0, ${SLOTS - 1}::integer) slot
    ) t`.execute(db);
  await sql`
    with taken as (
      select s.id as slot_id, s.musician_id, s.starts_at, s.ends_at, s.during,
        row_number() over (order by s.starts_at, s.id) as n
      from made m join slots s on s.musician_id = m.id
      where m.n % 5 = 0 and s.starts_at < ${now.add({ hours: 120 })}
    ), sold as (
      insert into sessions (client_id, musician_id, service_id, phase, status, starts_at, ends_at, duration, price,
        created_at, booked_at, last_update)
      select ${client.id}::uuid, musician_id, ${studio.service('recording')}::uuid, 'booked',
        'client_files_upload_required', starts_at, ends_at, 30, 1, ${now}, ${now}, ${now}
      from taken where n <= ${BOOKED}
      returning id, musician_id, starts_at
    )
    insert into slot_claims (slot_id, session_id, musician_id, during)
    select t.slot_id, sold.id, t.musician_id, t.during
    from sold join taken t on t.musician_id = sold.musician_id and t.starts_at = sold.starts_at`.execute(db);
  await sql`
    update musicians m set next_free_at = n.next_free_at, next_free_stale_at = n.stale_at
    from made, lateral musician_next_free(made.id, ${now}) n where m.person_id = made.id`.execute(db);
  await sql`vacuum analyze musicians, slots, slot_claims, people, musician_instruments, musician_services`.execute(
    db,
  );
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** What a query's plan scans, and how long it took. */
async function explain(query: RawBuilder<unknown>) {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode; 'Execution Time': number }] }>`
    explain (analyze, format json) ${query}`.execute(app.db);
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
    sequential: sequential.map((node) => node['Relation Name'] ?? '').toSorted((a, b) => a.localeCompare(b)),
  };
}

/** The two lists of a dozen rows may be read as a whole; nothing else. */
const SMALL = new Set(['instruments', 'services']);
const large = (relations: readonly string[]) => relations.filter((relation) => !SMALL.has(relation));

const ask = (more: { instrument?: string; page?: number; later?: number } = {}) =>
  cardsQuery({
    instrument: more.instrument,
    page: more.page ?? 0,
    size: 24,
    now: app.clock.now().add({ hours: more.later ?? 0 }),
  });

test('the first page is read by the index of the order, without going through musicians, slots or claims', async () => {
  const plan = await explain(ask());
  console.log(`explore, first page at ${MUSICIANS} musicians: ${plan.ms.toFixed(2)} ms`);
  expect(plan.indexes).toContain('musicians_order');
  expect(large(plan.sequential)).toEqual([]);
});

test('so is the first page when no stored next free time holds any more', async () => {
  const plan = await explain(ask({ later: 24 * 14 }));
  console.log(`explore, first page with nothing stored fresh: ${plan.ms.toFixed(2)} ms`);
  expect(plan.indexes).toContain('musicians_order');
  expect(plan.indexes).toContain('slots_shown');
  expect(large(plan.sequential)).toEqual([]);
});

test("an instrument's page reads neither slots nor claims as a whole", async () => {
  const plan = await explain(ask({ instrument: 'cello' }));
  console.log(`explore, first page of one instrument: ${plan.ms.toFixed(2)} ms`);
  expect(plan.sequential).not.toContain('slots');
  expect(plan.sequential).not.toContain('slot_claims');
  expect(plan.sequential).not.toContain('musicians');
});

test('over HTTP the pages are in order, whole, and say how many there are', async () => {
  for (let warm = 0; warm < 3; warm += 1) await app.call(listPartners, {}, client);
  const begun = performance.now();
  const { body } = await app.call(listPartners, {}, client);
  console.log(`explore, first page over HTTP: ${(performance.now() - begun).toFixed(1)} ms`);
  expect(body.total).toBe(9000);
  const { body: last } = await app.call(listPartners, { query: { page: 374 } }, client);
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
