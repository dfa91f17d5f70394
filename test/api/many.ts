import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';

/** Numbers of rows. */
export interface Many {
  readonly musicians: number;
  /** Slots per musician, of their first service: six in a row every three weeks, at any quarter of an hour. */
  readonly slots: number;
  /** Booked slots of every fifth musician, the soonest ones. */
  readonly booked: number;
  readonly now: Temporal.Instant;
  readonly clientId: string;
  readonly serviceId: string;
}

/** Inserts many musicians by SQL into a database with the default catalogue; one in ten is not on Explore. */
export async function fillMusicians(db: Database, many: Many): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Takes longer than a request may.
    await sql`set local statement_timeout = 0`.execute(tx);
    await fill(tx, many);
  });
  await sql`vacuum analyze musicians, slots, slot_claims, people, musician_instruments, musician_services`.execute(
    db,
  );
}

async function fill(db: Database, many: Many): Promise<void> {
  const { now } = many;
  await sql`create table made as
    select gen_random_uuid() as id, n from generate_series(1, ${many.musicians}::integer) n`.execute(db);
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
    select gen_random_uuid(), m.id, t.at, t.at + v.length, v.category, 'fixed'
    from made m
    join lateral (
      select category, make_interval(mins => unit_minutes) as length from services where position = m.n % 11
    ) v on true,
    lateral (
      select ${now}::timestamptz + interval '15 minutes' * (m.n * 37 % 96) + interval '21 days' * (slot / 6)
        + v.length * (slot % 6) as at
      from generate_series(0, ${many.slots - 1}::integer) slot
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
      select ${many.clientId}::uuid, musician_id, ${many.serviceId}::uuid, 'booked',
        'client_files_upload_required', starts_at, ends_at,
        (extract(epoch from ends_at - starts_at) / 60)::integer, 1, ${now}, ${now}, ${now}
      from taken where n <= ${many.booked}
      returning id, musician_id, starts_at
    )
    insert into slot_claims (slot_id, session_id, musician_id, during)
    select t.slot_id, sold.id, t.musician_id, t.during
    from sold join taken t on t.musician_id = sold.musician_id and t.starts_at = sold.starts_at`.execute(db);
  await sql`select refresh_free_times(array_agg(id), ${now}) from made`.execute(db);
}
