import { sql } from 'kysely';
import type { Role } from '#shared/lib/endpoint.ts';
import type { SessionStatus } from '#shared/sessions/rules-status.ts';
import type { Db } from '../../db/transaction.ts';
import { accountOf } from './queries-people.ts';

/** A person with what makes them a musician; undefined for an unknown id. */
export function personById(db: Db, id: string) {
  return db
    .selectFrom('people as p')
    .leftJoin('musicians as u', 'u.person_id', 'p.id')
    .select(['p.id', 'p.name', 'p.email', 'p.role', 'p.avatar', 'p.created_at', 'p.zone', 'p.country'])
    .select(['p.email_proved_at', 'u.slug', 'u.title', 'u.published'])
    .select(accountOf.as('account'))
    .where('p.id', '=', id)
    .executeTakeFirst();
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

interface SessionRow {
  readonly id: number;
  readonly starts_at: Temporal.Instant;
  readonly status: SessionStatus;
  readonly service: string;
  readonly other_id: string;
  readonly other_name: string;
  readonly price: number;
}

/** A person's sessions as they stand at `now`, the latest by their start first; without holds. */
export async function latestSessions(
  db: Db,
  { id, role }: { readonly id: string; readonly role: Role },
  { now, limit }: { readonly now: Temporal.Instant; readonly limit: number },
): Promise<SessionRow[]> {
  const [own, other] =
    role === 'partner'
      ? [sql.ref('s.musician_id'), sql.ref('s.client_id')]
      : [sql.ref('s.client_id'), sql.ref('s.musician_id')];
  const { rows } = await sql<SessionRow>`
    select s.id, s.starts_at, a.effective_status as status, v.label as service, o.id as other_id,
      o.name as other_name, s.price
    from (select * from sessions s where ${own} = ${id} and s.phase <> 'hold'
      order by s.starts_at desc, s.id desc limit ${limit}) s
    join sessions_at(${now}) a on a.id = s.id
    join services v on v.id = s.service_id
    join people o on o.id = ${other}
    order by s.starts_at desc, s.id desc`.execute(db);
  return rows;
}
