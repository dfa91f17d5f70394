import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { sumDays } from '#server/operator/figures/sum-days.ts';
import { fixedClock } from '#test/api/fixed-clock.ts';
import { makeInside, timeOf } from './inside.ts';

const SESSIONS = Number(process.env['SESSIONS'] ?? 1_000_000);
const CLIENTS = 20_000;
const MUSICIANS = 200;
const CALLS = 21;
const LIMIT_MS = 100;
const RANGE = 'from=2024-01-01&to=2026-11-24';

/** What is asked for, each with its limit. */
const QUERIES: readonly (readonly [what: string, path: string])[] = [
  ['today', '/today'],
  ['bookings by week, 3 years', `/figures?figure=bookings&by=week&${RANGE}`],
  ['bookings by musician, 3 years', `/figures?figure=bookings&by=musician&${RANGE}`],
  ['bookings by service, 3 years', `/figures?figure=bookings&by=service&${RANGE}`],
  ['credits by month, 3 years', `/figures?figure=credits&by=month&${RANGE}`],
  ['time to delivery by musician, 3 years', `/figures?figure=delivery&by=musician&${RANGE}`],
  ['mails', '/mails'],
  ['mails that failed', '/mails?state=failed'],
  ['mails of one kind that failed', '/mails?state=failed&template=welcome'],
  ['mails of a kind', '/mails?template=session-reminder'],
  ['mails to an address', '/mails?to=client77@mail.test'],
  ['mails to nobody', '/mails?to=nobody@mail.test'],
  ['queues', '/queues'],
  ['failed jobs', '/dead-letters'],
  ['webhooks', '/webhooks'],
  ['webhooks that wait', '/webhooks?state=waiting'],
  ['webhooks of PayPal, of which there are none', '/webhooks?provider=paypal'],
];

/** The console's lists and figures at 1,000,000 sessions, over HTTP. */
export async function benchConsole(server: string): Promise<void> {
  const clock = fixedClock('2026-11-24T12:00:00Z');
  const { db, app, people, close } = await makeInside(server, 'console', clock);
  const operator = await people.make('operator', { name: 'Olga Operator' });
  await fill(db, clock.now());
  const begun = performance.now();
  await sumDays({ db, now: clock.now() }, { back: 2, ahead: 7 });
  const first = performance.now();
  await sumDays({ db, now: clock.now() }, { back: 2, ahead: 7 });
  const hourly = performance.now();
  await sumDays({ db, now: clock.now() }, { back: 60 });
  const nightly = performance.now();
  await sql`vacuum analyze daily_figures`.execute(db);
  console.log(`\nThe console at ${SESSIONS} sessions and as many mails, over HTTP (limit: ${LIMIT_MS} ms)`);
  console.log(
    `  summing days: all ${seconds(first - begun)}, the last 2 ${seconds(hourly - first)}, the last 60 ${seconds(nightly - hourly)}`,
  );
  const headers = { host: 'localhost:4002', cookie: operator.cookie };
  for (const [what, path] of QUERIES) {
    const { ms, most } = await timeOf(app, { url: `/api/v2/operator${path}`, headers }, CALLS);
    console.log(
      `  ${what.padEnd(44)} ${ms.toFixed(1).padStart(6)} ms, at most ${most.toFixed(1).padStart(6)}  ÷ limit ${(ms / LIMIT_MS).toFixed(2)}`,
    );
  }
  await close();
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Three years of sessions, each with a mail; of those that are over one in 1,000 was never delivered. */
async function fill(db: Database, now: Temporal.Instant): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    // Without triggers and foreign keys: what is inserted is consistent.
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`
      insert into people (id, email, role, name, zone, created_at)
      select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'client' || n || '@mail.test',
        case when n <= ${MUSICIANS}::integer then 'partner' else 'client' end, 'Person ' || n, 'Europe/Lisbon', ${now}
      from generate_series(1, ${CLIENTS}::integer) n`.execute(tx);
    await sql`
      insert into musicians (person_id, slug, zone)
      select id, 'm-' || row_number() over (), zone from people where role = 'partner'`.execute(tx);
    await sql`
      insert into sessions (client_id, musician_id, service_id, phase, status, starts_at, ends_at, duration, price,
        created_at, booked_at, last_update, files_due_at, cancelled_at)
      select ('00000000-0000-7000-8000-' || lpad((201 + n % 19000)::text, 12, '0'))::uuid,
        ('00000000-0000-7000-8000-' || lpad((1 + n % ${MUSICIANS}::integer)::text, 12, '0'))::uuid, v.id,
        case when n % 20 = 0 then 'cancelled' else 'booked' end,
        case when n % 20 = 0 then 'cancelled' when at > ${now}::timestamptz or n % 1000 = 1 then 'client_files_upload_required'
          else 'partner_deliverables_ready' end,
        at, at + interval '30 minutes', 30, 1, at - interval '7 days', at - interval '7 days', at - interval '7 days',
        at - interval '1 day', case when n % 20 = 0 then at - interval '2 days' end
      from generate_series(1, ${SESSIONS}::integer) n
      cross join lateral (select ${now}::timestamptz + interval '14 days' - interval '95 seconds' * n as at) t
      join (select id, row_number() over (order by position, id) - 1 as nr, count(*) over () as many from services) v
        on v.nr = n % v.many`.execute(tx);
    await sql`
      insert into session_events (id, session_id, at, event, from_status, to_status)
      select gen_random_uuid(), id, ends_at + interval '3 hours', 'close', 'partner_upload_required', status
      from sessions where status = 'partner_deliverables_ready'`.execute(tx);
    await sql`
      insert into ratings (session_id, stars, created_at)
      select id, 1 + id % 5, ends_at + interval '1 day' from sessions where status = 'partner_deliverables_ready' and id % 3 = 0`.execute(
      tx,
    );
    await sql`
      insert into email_log (id, event_id, recipient, template, queued_at, sent_at, person_id, failure)
      select gen_random_uuid(), gen_random_uuid(), p.email,
        case when s.id % 50 = 0 then 'welcome' else 'session-reminder' end, s.starts_at - interval '1 day',
        case when s.id % 5000 <> 7 then s.starts_at - interval '1 day' end, p.id,
        case when s.id % 5000 = 7 then '451 busy' end
      from sessions s join people p on p.id = s.client_id`.execute(tx);
    await sql`
      insert into credit_lots (id, person_id, source, amount, remaining, granted_at, grant_key)
      select id, id, 'operator', 1000, 1000, ${now}, id::text from people where role = 'client'`.execute(tx);
    await sql`
      insert into credit_entries (id, lot_id, delta, reason, session_id, at)
      select gen_random_uuid(), client_id, -1, 'spend', id, booked_at from sessions`.execute(tx);
    await sql`
      insert into billing_events (provider, event_id, type, object_id, customer_id, created_at, received_at, handled_at)
      select 'stripe', 'evt_' || n, 'invoice.paid', 'in_' || n, 'cus_' || n, at, at, case when n > 3 then at end
      from generate_series(1, 200000) n cross join lateral (select ${now}::timestamptz - interval '5 minutes' * n as at) t`.execute(
      tx,
    );
  });
  await sql`vacuum analyze`.execute(db);
}
