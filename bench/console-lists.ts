import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { fixedClock } from '#test/api/fixed-clock.ts';
import { median } from './harness.ts';
import { makeInside } from './inside.ts';
import { withoutIndexes } from './large/indexes.ts';
import { fillPeople } from './people.ts';

const SESSIONS = 1_000_000;
const CALLS = 41;
const LIMIT_MS = 100;

export const personId = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
/** A musician of one in 25 sessions, one of one in 2,000, and a client of some ten. */
export const [BUSY, MUSICIAN, CLIENT] = [personId(57), personId(1007), personId(77_778)];
/** Services of a quarter of the sessions, and of one in 50,000. */
const [USUAL, RARE] = ['recording', 'mastering-for-vinyl'];

type Query = readonly [what: string, path: string];

const list = (query: string): string => `sessions?${query}`;

export const consoleLists = (services: ReadonlyMap<string, string>): readonly Query[] => {
  const [usual, rare] = [services.get(USUAL) ?? '', services.get(RARE) ?? ''];
  return [
    ['all', list('')],
    ['upcoming', list('when=upcoming')],
    ['past', list('when=past')],
    ['today', list('when=today')],
    ['a day a year ago', list('day=2025-11-20')],
    ['delivered, most', list('status=partner_deliverables_ready')],
    ['cancelled, one in 20', list('status=cancelled')],
    ['to be delivered, one in 500', list('status=partner_upload_required')],
    ['waiting for other files, one in 50,000', list('status=client_files_update_required')],
    ['ready to go, upcoming', list('status=partner_ready_to_go&when=upcoming')],
    ['waiting for files, past: none', list('status=client_files_upload_required&when=past')],
    ['of a client', list(`client=${CLIENT}`)],
    ['of a musician', list(`musician=${MUSICIAN}`)],
    ['of a musician with 40,000', list(`musician=${BUSY}`)],
    ['of that musician, cancelled', list(`musician=${BUSY}&status=cancelled`)],
    ['of that musician, to be delivered', list(`musician=${BUSY}&status=partner_upload_required`)],
    ['of a usual service', list(`service=${usual}`)],
    ['of a rare service', list(`service=${rare}`)],
    ['of a rare service, delivered', list(`service=${rare}&status=partner_deliverables_ready`)],
    ['of a rare service, upcoming', list(`service=${rare}&when=upcoming`)],
    ['of a rare service and the musician', list(`service=${rare}&musician=${BUSY}`)],
    ['of a client and a musician, none', list(`client=${CLIENT}&musician=${MUSICIAN}`)],
    ['from the middle', list(`after=${100_000 + SESSIONS / 2}`)],
    ['a session', 'sessions/600000'],
    ['search: a letter', 'search?q=a'],
    ['search: a name of one in 50', 'search?q=grace'],
    ['search: two names', 'search?q=grace+quill'],
    ['search: a name of the oldest alone', 'search?q=founder'],
    ['search: an address', 'search?q=ada.keller.77780@mail.test'],
    ['search: nobody', 'search?q=zzyzx'],
    ["search: a musician's slug", 'search?q=musician-001'],
    ['search: a session', 'search?q=600000'],
    ['search: the beginning of invoices', 'search?q=TB-2026'],
    ['search: among clients', 'search?q=a&of=clients'],
    ['search: among musicians', 'search?q=a&of=musicians'],
  ];
};

/** The console's lists and its search at 100,000 people and 1,000,000 sessions, over HTTP. */
export async function benchConsoleLists(server: string): Promise<void> {
  const clock = fixedClock('2026-11-24T12:00:00Z');
  const { db, app, people, studio, close } = await makeInside(server, 'console-lists', clock);
  const operator = await people.make('operator', { name: 'Olga Operator' });
  await fillPeople(db, clock.now());
  await fillSessions(db, studio.ids.services, clock.now());
  const headers = { host: 'localhost:4002', cookie: operator.cookie };
  console.log(`\nThe console at ${SESSIONS} sessions over HTTP (limit: ${LIMIT_MS} ms)`);
  for (const [what, path] of consoleLists(studio.ids.services)) {
    const times: number[] = [];
    let bytes = 0;
    for (let call = 0; call < CALLS; call += 1) {
      const begun = performance.now();
      const answer = await app.http.inject({ url: `/api/v2/operator/${path}`, headers });
      times.push(performance.now() - begun);
      if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`);
      bytes = answer.body.length;
    }
    const [ms, most] = [median(times), Math.max(...times)];
    console.log(
      `  ${what.padEnd(42)} ${String(bytes).padStart(6)} B  ${ms.toFixed(1).padStart(6)} ms, at most ${most.toFixed(1).padStart(6)}  ÷ limit ${(ms / LIMIT_MS).toFixed(2)}`,
    );
  }
  await close();
}

/** Inserts sessions of all kinds, nine tenths of them over; ids and starts rise together. */
export async function fillSessions(
  db: Database,
  services: ReadonlyMap<string, string>,
  now: Temporal.Instant,
): Promise<void> {
  const others = [...services].filter(([value]) => value !== USUAL && value !== RARE).map(([, id]) => id);
  const past = SESSIONS * 0.9;
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    // Neither checks of other tables nor what tells open screens, for rows that are made at once.
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`
      insert into musicians (person_id, slug, title, zone)
      select id, 'musician-' || right(id::text, 6), 'Drummer', 'Europe/Lisbon' from people
      where role = 'partner' and id::text like '00000000-%'`.execute(tx);
    await withoutIndexes(tx, 'sessions', async () => {
      await sql`
      insert into sessions (id, client_id, musician_id, service_id, phase, status, starts_at, ends_at, duration, price,
        created_at, booked_at, last_update, cancelled_at)
      overriding system value
      select 100000 + n, ('00000000-0000-7000-8000-' || lpad((n::bigint * 7919 % 9999 * 10 + 8)::text, 12, '0'))::uuid,
        ('00000000-0000-7000-8000-' || lpad((case when n % 25 = 0 then 57 else n % 2000 * 50 + 7 end)::text, 12, '0'))::uuid,
        case when n % 50000 = 1 then ${services.get(RARE)}::uuid when n % 4 = 0 then ${services.get(USUAL)}::uuid
          else (${others}::uuid[])[1 + n % ${others.length}::integer] end,
        case when n % 20 = 3 then 'cancelled' else 'booked' end,
        case when n % 20 = 3 then 'cancelled' when n <= ${past}::integer then
            case when n % 500 = 9 then 'partner_upload_required' when n % 5000 = 11 then 'partner_ready_to_go'
              else 'partner_deliverables_ready' end
          when n % 5000 = 7 then 'client_files_update_required' when n % 3 = 0 then 'client_files_upload_required'
          when n % 3 = 1 then 'client_files_pending_review' else 'partner_ready_to_go' end,
        t.starts, t.starts + interval '30 minutes', 30, 1, t.starts - interval '9 days', t.starts - interval '9 days',
        t.starts - interval '9 days', case when n % 20 = 3 then t.starts - interval '5 days' end
      from generate_series(1, ${SESSIONS}::integer) n
      cross join lateral (select ${now}::timestamptz + case when n <= ${past}::integer
        then interval '105 seconds' * (n - ${past}::integer) - interval '1 hour'
        else interval '50 seconds' * (n - ${past}::integer) end as starts) t`.execute(tx);
    });
  });
  await sql`vacuum analyze sessions, people, musicians`.execute(db);
}
