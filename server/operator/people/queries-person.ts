import { sql, type RawBuilder } from 'kysely';
import type { Role } from '#shared/lib/endpoint.ts';
import type { SessionStatus } from '#shared/sessions/rules-status.ts';
import type { Db } from '../../db/transaction.ts';
import { accountOf, isInvited } from './queries-people.ts';

/** A person with what makes them a musician; undefined for an unknown id. */
export function personById(db: Db, id: string) {
  return db
    .selectFrom('people as p')
    .leftJoin('musicians as u', 'u.person_id', 'p.id')
    .select(['p.id', 'p.name', 'p.email', 'p.role', 'p.avatar', 'p.created_at', 'p.zone', 'p.country'])
    .select([
      'p.email_proved_at',
      'p.password_hash',
      'p.waitlisted',
      'p.blocked_at',
      'u.slug',
      'u.title',
      'u.published',
    ])
    .select(accountOf.as('account'))
    .where('p.id', '=', id)
    .executeTakeFirst();
}

/** Whether another operator than this one can sign in; final only under the operators' lock. */
export async function hasOtherOperator(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('people as p')
    .select('p.id')
    .where('p.role', '=', 'operator')
    .where('p.id', '<>', id)
    .where('p.blocked_at', 'is', null)
    .where('p.waitlisted', '=', false)
    .where(sql<boolean>`not ${isInvited}`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** How many login sessions of a person are live. */
export async function countLoginSessions(db: Db, id: string, now: Temporal.Instant): Promise<number> {
  const { count } = await db
    .selectFrom('login_sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person_id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}

export interface SessionRow {
  readonly id: number;
  readonly starts_at: Temporal.Instant;
  readonly status: SessionStatus;
  readonly service: string;
  readonly other_id: string;
  readonly other_name: string;
  readonly price: number;
}

interface Page {
  readonly now: Temporal.Instant;
  readonly limit: number;
}
type Whose = { readonly id: string; readonly role: Role };

/** A person's sessions as they stand at `now`, the latest by their start first; without holds. */
export function latestSessions(db: Db, whose: Whose, { now, limit }: Page): Promise<SessionRow[]> {
  const page = sql`s.phase <> 'hold' order by s.starts_at desc, s.id desc limit ${limit}`;
  return sessionsOf(db, whose, { page, order: sql`s.starts_at desc, s.id desc`, now });
}

/**
 * Those that are booked and not over, the first by their start first. No session lasts a day: the second condition lets an
 * index by start begin there.
 */
export function upcomingSessions(db: Db, whose: Whose, { now, limit }: Page): Promise<SessionRow[]> {
  const page = sql`s.phase = 'booked' and s.ends_at > ${now}
    and s.starts_at > ${now}::timestamptz - interval '1 day' order by s.starts_at, s.id limit ${limit}`;
  return sessionsOf(db, whose, { page, order: sql`s.starts_at, s.id`, now });
}

async function sessionsOf(
  db: Db,
  { id, role }: Whose,
  of: {
    readonly page: RawBuilder<unknown>;
    readonly order: RawBuilder<unknown>;
    readonly now: Temporal.Instant;
  },
): Promise<SessionRow[]> {
  const [own, other] =
    role === 'partner'
      ? [sql.ref('s.musician_id'), sql.ref('s.client_id')]
      : [sql.ref('s.client_id'), sql.ref('s.musician_id')];
  const { rows } = await sql<SessionRow>`
    select s.id, s.starts_at, a.effective_status as status, v.label as service, o.id as other_id,
      o.name as other_name, s.price
    from (select * from sessions s where ${own} = ${id} and ${of.page}) s
    join sessions_at(${of.now}) a on a.id = s.id
    join services v on v.id = s.service_id
    join people o on o.id = ${other}
    order by ${of.order}`.execute(db);
  return rows;
}
