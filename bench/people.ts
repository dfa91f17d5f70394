import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { fixedClock } from '#test/api/fixed-clock.ts';
import { makeInside, timeOf } from './inside.ts';

const PEOPLE = 100_000;
const CALLS = 41;
const LIMIT_MS = 100;

/** What is asked for: what most, few and none are, the newest and the oldest alone. */
export const PEOPLE_QUERIES: readonly (readonly [what: string, query: string])[] = [
  ['everybody', ''],
  ['a letter that begins 2 of 3 names', 'q=a'],
  ['a name of one in 50', 'q=grace'],
  ['two names, one in 1,000', 'q=grace+quill'],
  ['an address', 'q=ada.keller.77780@mail.test'],
  ['nobody', 'q=zzyzx'],
  ['a name of the oldest 2,000 alone', 'q=founder'],
  ['an id', 'q=00000000-0000-7000-8000-000000077777'],
  ['operators', 'role=operator'],
  ['musicians', 'role=partner'],
  ['invited', 'account=invited'],
  ['waiting', 'account=waiting'],
  ['open', 'account=open'],
  ['members', 'membership=subscriber'],
  ['imported members, all among the oldest', 'membership=wix-user'],
  ['on demand, one in 2,000', 'membership=ondemand'],
  ['no plan yet, of whom nobody is', 'membership=signup'],
  ['ended memberships', 'membership=cancelled'],
  ['musicians with a status, none', 'role=partner&membership=subscriber'],
  ['invited members of a name', 'q=bela&account=invited&membership=wix-user'],
];

/** The list of people at 100,000 of them, over HTTP: first pages, and one from the middle. */
export async function benchPeople(server: string): Promise<void> {
  const clock = fixedClock('2026-11-24T12:00:00Z');
  const { db, app, people, close } = await makeInside(server, 'people', clock);
  const operator = await people.make('operator', { name: 'Olga Operator' });
  await fillPeople(db, clock.now());
  const headers = { host: 'localhost:4002', cookie: operator.cookie };
  const middle = `after=00000000-0000-7000-8000-${String(PEOPLE / 2).padStart(12, '0')}`;
  console.log(`\nPeople, a page of 50 of ${PEOPLE} over HTTP (limit: ${LIMIT_MS} ms)`);
  for (const [what, query] of [...PEOPLE_QUERIES, ['from the middle', middle] as const]) {
    const { ms, most, body } = await timeOf(app, { url: `/api/v2/operator/people?${query}`, headers }, CALLS);
    const found = (JSON.parse(body) as { people: unknown[] }).people.length;
    console.log(
      `  ${what.padEnd(42)} ${String(found).padStart(2)} rows  ${ms.toFixed(1).padStart(5)} ms, at most ${most.toFixed(1).padStart(5)}  ÷ limit ${(ms / LIMIT_MS).toFixed(2)}`,
    );
  }
  await close();
}

/** Inserts people of all kinds, one a minute up to now; the last digits of an id are the person's number. */
export async function fillPeople(db: Database, now: Temporal.Instant): Promise<void> {
  const first =
    'Ada,Alan,Amara,Anselm,Anouk,Aria,Arlo,Astrid,Aurel,Avery,Grace,Bela,Bruno,Cleo,Dara,Edda,Emil,Fay,Gil,Hana';
  const last =
    'Archer,Abara,Adler,Almeida,Ames,Quill,Brandt,Costa,Duarte,Engel,Falk,Grant,Holm,Ito,Jansen,Keller,Lund,Mora,Novak,Okafor';
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`create temporary table made on commit drop as
      select n, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid as id,
        (string_to_array(${first}, ','))[1 + n % 20] as first, (string_to_array(${last}, ','))[1 + n / 50 % 20] as last
      from generate_series(1, ${PEOPLE}::integer) n`.execute(tx);
    await sql`
      insert into people (id, email, role, name, zone, password_hash, waitlisted, created_at)
      select id, lower(first || '.' || last) || '.' || n || '@mail.test',
        case when n % 50 = 7 then 'partner' when n % 10000 = 9 then 'operator' when n % 500 = 3 then 'managed' else 'client' end,
        first || ' ' || case when n <= 2000 then 'Founder ' else '' end || last, 'Europe/Lisbon',
        case when n % 100 = 11 then null else 'none' end, n % 1000 = 13,
        ${now}::timestamptz - interval '1 minute' * (${PEOPLE}::integer - n)
      from made`.execute(tx);
    await sql`
      insert into memberships (person_id, status, next_billing_at, trial_ends_at)
      select p.id, case when n <= 20000 then 'wix-user' when n % 2000 = 0 then 'ondemand' when n % 10 < 5 then 'subscriber'
          when n % 10 < 7 then 'cancelled' when n % 10 = 7 then 'trial' else 'pending_cancellation' end,
        ${now}::timestamptz + interval '1 hour' * (n % 1000 - 200), ${now}::timestamptz + interval '1 hour' * (n % 1000 - 500)
      from made join people p on p.id = made.id and p.role = 'client'`.execute(tx);
  });
  await sql`vacuum analyze people, memberships`.execute(db);
}
