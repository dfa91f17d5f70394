import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { personId } from '../console-lists.ts';
import { withoutIndexes } from './indexes.ts';

/** A client of 5,000 sessions, whom `fillSessions` gives some hundred. */
export const HEAVY = personId(68);

/** What sessions of a studio bring with them: claims, threads, ledger, invoices, mails, records, audit log. */
export async function fillRest(db: Database, operator: string, now: Temporal.Instant): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    // What is inserted is consistent, and nobody has a screen open.
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update sessions set client_id = ${HEAVY} where id % 200 = 1`.execute(tx);
    await withoutIndexes(tx, FILLED, async () => {
      await fillConversations(tx, now);
      await fillRecords(tx, operator);
      await fillLedger(tx, now);
      await fillSlots(tx, now);
      await closeMonths(tx, now);
    });
  });
  // With its triggers, which fold what is searched.
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`update musicians set title = 'Drummer and producer' where slug like 'musician-%'`.execute(tx);
    await sql`select refresh_free_times(array_agg(person_id), ${now}) from musicians`.execute(tx);
  });
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one);
    await sql`vacuum analyze`.execute(one);
    await sql`reset statement_timeout`.execute(one);
  });
}

/** The tables whose rows are made here by the hundred thousand. */
const FILLED =
  'threads,messages,thread_reads,unread_threads,files,session_events,email_log,audit_log,billing_events,billing_payments,invoices,credit_lots,credit_entries,slots,slot_claims';

/** An id that rises with a session's number, as ids made by time do; `kind` keeps those of a table apart. */
const idOf = (kind: string) =>
  sql`('00000000-0000-7000-' || ${kind} || '-' || lpad(s.id::text, 12, '0'))::uuid`;

/** A thread of each session with two messages, files of every second one, and ratings. */
async function fillConversations(db: Database, now: Temporal.Instant): Promise<void> {
  await sql`
    insert into threads (id, session_id, created_at)
    select ${idOf('b000')}, s.id, s.booked_at from sessions s`.execute(db);
  await sql`
    insert into messages (id, thread_id, author_id, body, created_at)
    select case when k = 1 then ${idOf('b001')} else ${idOf('b002')} end, ${idOf('b000')},
      case when k = 1 then s.client_id else s.musician_id end,
      'Here are the stems and a rough mix; the second verse needs more room.', s.booked_at + interval '1 hour' * k
    from sessions s cross join generate_series(1, 2) k`.execute(db);
  await sql`
    insert into thread_reads (thread_id, person_id, read_at)
    select ${idOf('b000')}, p.id, s.booked_at + interval '1 day'
    from sessions s cross join lateral (values (s.client_id), (s.musician_id)) p (id) where s.id % 1000 <> 325`.execute(
    db,
  );
  await sql`
    insert into unread_threads (thread_id, musician_id, newest_at)
    select ${idOf('b000')}, s.musician_id, s.booked_at + interval '1 hour'
    from sessions s where s.id % 1000 = 325`.execute(db);
  await sql`
    insert into files (id, session_id, folder, prefix, name, key, content_type, size, crc32, uploaded_by, last_modified, etag)
    select ${idOf('b003')}, s.id, case when s.id % 4 = 0 then 'output' else 'user' end, '', 'stem.wav',
      s.id || '/stem.wav', 'audio/wav', 20000000, 1, case when s.id % 4 = 0 then s.musician_id else s.client_id end,
      s.starts_at, '"e"'
    from sessions s where s.id % 2 = 0`.execute(db);
  await sql`
    insert into ratings (session_id, stars, comment, created_at)
    select s.id, 1 + s.id % 5, case when s.id % 6 = 0 then 'Great feel, quick and kind.' end, s.ends_at + interval '1 day'
    from sessions s where s.status = 'partner_deliverables_ready' and s.id % 3 = 0
      and s.ends_at + interval '1 day' < ${now}`.execute(db);
  await sql`
    update musicians m set rating_count = r.many, rating_sum = r.total
    from (select s.musician_id, count(*) as many, sum(r.stars) as total
      from ratings r join sessions s on s.id = r.session_id group by 1) r
    where r.musician_id = m.person_id`.execute(db);
}

/** Two events and two mails of each session, and the audit log. */
async function fillRecords(db: Database, operator: string): Promise<void> {
  await sql`
    insert into session_events (id, session_id, at, event, from_status, to_status, actor_id)
    select case when k = 1 then ${idOf('9c01')} else ${idOf('9c02')} end, s.id,
      case when k = 1 then s.booked_at else s.ends_at + interval '3 hours' end,
      case when k = 1 then 'confirm_awaiting_files' else 'close' end, case when k = 1 then 'prebooked' else 'partner_upload_required' end,
      case when k = 1 then 'client_files_upload_required' else 'partner_deliverables_ready' end, s.client_id
    from sessions s cross join generate_series(1, 2) k
    where k = 1 or s.status = 'partner_deliverables_ready'
    order by 3`.execute(db);
  await sql`
    insert into email_log (id, event_id, recipient, template, queued_at, sent_at, person_id, session_id, failure)
    select case when k = 1 then ${idOf('9c03')} else ${idOf('9c04')} end, ${idOf('9c05')}, p.email,
      case when k = 1 then 'session-booked' when s.id % 50 = 0 then 'welcome' else 'session-reminder' end,
      t.at, case when s.id % 5000 <> 7 then t.at end, p.id, s.id, case when s.id % 5000 = 7 then '451 busy' end
    from sessions s join people p on p.id = s.client_id cross join generate_series(1, 2) k
    cross join lateral (select case when k = 1 then s.booked_at else s.starts_at - interval '1 day' end as at) t`.execute(
    db,
  );
  await sql`
    insert into audit_log (id, at, operator_id, what, object_kind, object_id, person_id, reason)
    select ${idOf('9c06')}, s.booked_at, case when s.id % 3 <> 0 then ${operator}::uuid end,
      case when s.id % 6 = 0 then 'credits.granted' when s.id % 6 = 3 then 'messages.read' else 'session.booked' end,
      case when s.id % 6 = 0 then 'person' else 'session' end,
      case when s.id % 6 = 0 then s.client_id::text else s.id::text end, s.client_id, 'By phone.'
    from sessions s where s.id % 3 <> 1`.execute(db);
  await sql`
    insert into billing_events (provider, event_id, type, object_id, customer_id, created_at, received_at, handled_at)
    select 'stripe', 'evt_' || s.id, 'invoice.paid', 'in_' || s.id, 'cus_' || s.id % 9999, s.booked_at, s.booked_at,
      case when s.id % 100000 <> 3 then s.booked_at end
    from sessions s where s.id % 5 = 3`.execute(db);
}

/** Each third session's client buys credits before it; each session is paid for, and cancelled ones are given back. */
async function fillLedger(db: Database, now: Temporal.Instant): Promise<void> {
  await sql`
    insert into billing_prices (provider, mode, price_id, product_id, kind, offer_id, name, unit_cents, credits, made_at)
    values ('stripe', 'test', 'price_1', 'product_1', 'top-up', 'top-up', 'Credits', 4100, 1, ${now})`.execute(
    db,
  );
  await sql`
    insert into billing_payments (id, person_id, provider, mode, provider_id, kind, price_id, quantity, currency,
      total_cents, net_cents, refunded_cents, paid_at)
    select ${idOf('ad00')}, s.client_id, 'stripe', 'test', 'in_' || s.id, 'top-up', 'price_1', 3, 'usd', 12300, 10000,
      case when s.id % 50 = 0 then 12300 else 0 end, s.booked_at
    from sessions s where s.id % 3 = 1`.execute(db);
  await sql`
    insert into invoices (id, number, kind, person_id, provider, mode, provider_id, payment_id, issued_at, currency,
      discount_cents, net_cents, vat_cents, total_cents, vat_basis_points, reverse_charge, seller, buyer, lines)
    select ${idOf('ad01')}, 'TB-' || extract(year from s.booked_at) || '-' || lpad(s.id::text, 7, '0'), 'invoice',
      s.client_id, 'stripe', 'test', 'in_' || s.id, ${idOf('ad00')}, s.booked_at, 'usd', 0, 10000, 2300, 12300, 2300,
      false, '{"name": "Studio"}', '{"name": "Client"}', '[]'
    from sessions s where s.id % 3 = 1`.execute(db);
  await sql`
    insert into credit_lots (id, person_id, source, amount, remaining, granted_at, expires_at, grant_key, payment_id)
    select ${idOf('ad02')}, s.client_id, 'top-up', 3, case when s.booked_at > ${now}::timestamptz - interval '90 days' then 3 else 0 end,
      s.booked_at, s.booked_at + interval '1 year', 'bought:' || s.id, ${idOf('ad00')}
    from sessions s where s.id % 3 = 1`.execute(db);
  await sql`
    insert into credit_entries (id, lot_id, delta, reason, session_id, at, payment_id)
    select ${idOf('ad03')}, ${idOf('ad02')}, 3, 'grant', null, s.booked_at, ${idOf('ad00')}
    from sessions s where s.id % 3 = 1`.execute(db);
  await sql`
    with lots as materialized (
      select person_id, array_agg(id order by id) as ids from credit_lots where grant_key like 'bought:%' group by person_id)
    insert into credit_entries (id, lot_id, delta, reason, session_id, at)
    select case when k = 1 then ${idOf('ad04')} else ${idOf('ad05')} end, l.ids[1 + s.id % cardinality(l.ids)],
      case when k = 1 then -1 else 1 end, case when k = 1 then 'spend' else 'refund' end, s.id,
      case when k = 1 then s.booked_at else s.cancelled_at end
    from sessions s join lots l on l.person_id = s.client_id cross join generate_series(1, 2) k
    where k = 1 or s.phase = 'cancelled'`.execute(db);
}

/** All months of musicians but the last two are closed. */
async function closeMonths(db: Database, now: Temporal.Instant): Promise<void> {
  await sql`
    insert into musician_months (musician_id, month, zone, from_at, until_at, figures, rates, slots, payment_cents, closed_at)
    select m.person_id, d, m.zone, d at time zone m.zone, (d + interval '1 month') at time zone m.zone,
      '{"minutes": {"fixed": 600, "holidays": 0, "flexible_booked": 0, "flexible_offered": 900, "payment": 600},
        "payment_cents": 30000, "no_rate_on": null, "rows": [{"kind": "fixed", "rate_cents": 3000, "minutes": 600}]}',
      '[]', '[]', 30000, ${now}
    from musicians m
    cross join generate_series(date_trunc('month', ${now}::timestamptz at time zone 'UTC') - interval '30 months',
      date_trunc('month', ${now}::timestamptz at time zone 'UTC') - interval '2 months', interval '1 month') d`.execute(
    db,
  );
}

/** A claimed slot of each session that is not cancelled, as far as one musician's do not overlap, and 80 others each. */
async function fillSlots(db: Database, now: Temporal.Instant): Promise<void> {
  await sql`
    insert into musician_services (musician_id, service_id)
    select m.person_id, v.id from musicians m join services v on v.position % 4 = right(m.slug, 2)::integer / 25
    where m.slug like 'musician-%'`.execute(db);
  await sql`
    insert into musician_rates (musician_id, valid_from, fixed_cents, flexible_cents, set_at)
    select person_id, '2020-01-01', 3000, 6000, ${now} from musicians`.execute(db);
  await sql`
    insert into slots (id, musician_id, starts_at, ends_at, category, slot_type)
    select ${idOf('ae00')}, s.musician_id, s.starts_at, s.ends_at, v.category, 'fixed'
    from sessions s join services v on v.id = s.service_id
    where s.phase = 'booked' and (s.musician_id <> ${personId(57)} or s.id % 75 = 25)`.execute(db);
  await sql`
    insert into slots (id, musician_id, starts_at, ends_at, category, slot_type)
    select gen_random_uuid(), m.person_id, t.at, t.at + interval '30 minutes', 'recording', 'flexible'
    from musicians m cross join generate_series(-40, 39) n
    cross join lateral (
      select date_trunc('hour', ${now}::timestamptz) + interval '1 day' * n + interval '7 minutes' as at) t`.execute(
    db,
  );
  await sql`
    insert into slot_claims (slot_id, session_id, musician_id, during)
    select o.id, s.id, o.musician_id, o.during
    from sessions s join slots o on o.id = ${idOf('ae00')}`.execute(db);
}
