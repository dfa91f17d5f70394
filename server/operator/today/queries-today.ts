import { sql, type RawBuilder } from 'kysely';
import { TODAY_HOURS, TODAY_LISTS, type TodayList } from '#shared/operator/rules-today.ts';
import type { Db } from '../../db/transaction.ts';

export interface TodayQueryRow {
  readonly list: TodayList;
  readonly total: number;
  readonly id: string;
  readonly at: Temporal.Instant | null;
  readonly session_id: number | null;
  readonly person_id: string | null;
  readonly musician_id: string | null;
  readonly about: string | null;
  readonly service: string | null;
  readonly person: string | null;
  readonly musician: string | null;
}

/** Sessions that fit, each with the instant that matters. */
const sessions = (at: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`
  select s.id::text as id, ${at} as at, s.id as session_id, s.client_id as person_id, s.musician_id,
    null as about
  from sessions s join services v on v.id = s.service_id where s.phase = 'booked' and ${where}`;

const person = (rows: RawBuilder<unknown>) => sql`
  select p.id::text as id, p.at, null::int as session_id, p.id as person_id, null::uuid as musician_id, p.about
  from (${rows}) p`;

/** The longest session is shorter. */
const LONGEST_HOURS = 24;

/** Every list, in the order of its rows. */
function listsAt(now: Temporal.Instant): Readonly<Record<TodayList, RawBuilder<unknown>>> {
  const soon = now.add({ hours: TODAY_HOURS });
  return {
    running: sessions(
      sql`s.ends_at`,
      sql`s.starts_at <= ${now} and s.starts_at > ${now.subtract({ hours: LONGEST_HOURS })} and s.ends_at > ${now}`,
    ),
    next: sessions(sql`s.starts_at`, sql`s.starts_at > ${now} and s.starts_at <= ${soon}`),
    late: sessions(
      sql`s.ends_at + make_interval(mins => v.files_delivery)`,
      sql`s.status <> 'partner_deliverables_ready' and s.ends_at <= ${now}
        and s.ends_at + make_interval(mins => v.files_delivery) <= ${now}`,
    ),
    files_due: sessions(
      sql`s.files_due_at`,
      sql`s.status in ('client_files_upload_required', 'client_files_update_required')
        and s.files_due_at <= ${soon} and s.ends_at > ${now}`,
    ),
    conflicts: sql`
      select s.id::text as id, s.starts_at as at, s.id as session_id, s.client_id as person_id, s.musician_id,
        min(c.calendar) as about
      from calendar_conflicts c join sessions s on s.id = c.session_id
      where s.phase = 'booked' and s.ends_at > ${now} group by s.id`,
    failed_payments: person(sql`
      select m.person_id as id, m.next_billing_at as at, m.plan_name as about from memberships m
      where m.last_payment_status = 'failed' and m.status in ('subscriber', 'pending_cancellation')`),
    failed_jobs: sql`
      select d.id::text as id, d.failed_at as at, null::int as session_id, null::uuid as person_id,
        null::uuid as musician_id, d.queue as about
      from dead_letters d where d.settled_at is null`,
    rewards: person(sql`
      select i.inviter_id as id, i.first_paid_at as at, i.needs_operator as about from invitations i
      where i.status = 'waiting-for-approval' and i.needs_operator is not null`),
    waiting_list: person(
      sql`select w.id, w.created_at as at, null as about from people w where w.waitlisted and w.blocked_at is null`,
    ),
    profiles: person(sql`
      select d.musician_id as id, d.submitted_at as at, null as about from musician_drafts d
      join people p on p.id = d.musician_id and p.role = 'partner'
      where d.submitted_at is not null`),
  };
}

/** The first rows of every list with the list's count, at `now`; in one statement. */
export async function today(db: Db, now: Temporal.Instant, limit: number): Promise<TodayQueryRow[]> {
  const lists = listsAt(now);
  const firsts = TODAY_LISTS.map(
    (list) => sql`(
      select ${sql.lit(list)} as list, l.*, count(*) over () as total from (${lists[list]}) l
      order by l.at nulls last, l.id limit ${limit})`,
  );
  const { rows } = await sql<TodayQueryRow>`
    select t.*, v.label as service, p.name as person, m.name as musician
    from (${sql.join(firsts, sql` union all `)}) t
    left join sessions s on s.id = t.session_id
    left join services v on v.id = s.service_id
    left join people p on p.id = t.person_id
    left join people m on m.id = t.musician_id
    order by t.list, t.at nulls last, t.id`.execute(db);
  return rows;
}
