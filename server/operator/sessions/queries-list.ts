import { sql, type RawBuilder } from 'kysely';
import { partsOfStatus, type WhenView } from '#shared/operator/rules-sessions.ts';
import type { SessionStatus } from '#shared/sessions/rules-status.ts';
import type { Db } from '../../db/transaction.ts';

interface SessionsFilter {
  /** The last session of the page before. */
  readonly after: number | undefined;
  readonly status: SessionStatus | undefined;
  readonly when: WhenView;
  readonly client: string | undefined;
  readonly musician: string | undefined;
  readonly service: string | undefined;
}

interface Page {
  readonly now: Temporal.Instant;
  readonly limit: number;
}

interface SessionRow {
  readonly id: number;
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
  readonly status: SessionStatus;
  readonly service: string;
  readonly client_id: string;
  readonly client_name: string;
  readonly musician_id: string;
  readonly musician_name: string;
  readonly price: number;
}

const all = (conditions: readonly RawBuilder<boolean>[]) => sql<boolean>`${sql.join(conditions, sql` and `)}`;

/** No session lasts a day: the second condition lets an index by start find the first sessions that are not over. */
const isOver = (over: boolean, now: Temporal.Instant) =>
  over
    ? sql<boolean>`(s.ends_at <= ${now} and s.starts_at < ${now})`
    : sql<boolean>`(s.ends_at > ${now} and s.starts_at > ${now}::timestamptz - interval '1 day')`;

/** What all sessions of the page have in common, in whichever status. */
function conditionsOf(
  { after, when, client, musician, service }: SessionsFilter,
  now: Temporal.Instant,
): RawBuilder<boolean>[] {
  const { span, isOver: over, earliestFirst } = when;
  const comes = earliestFirst ? sql`>` : sql`<`;
  return [
    sql<boolean>`s.phase <> 'hold'`,
    after === undefined
      ? null
      : sql<boolean>`(s.starts_at, s.id) ${comes} (select l.starts_at, l.id from sessions l where l.id = ${after})`,
    span === null ? null : sql<boolean>`s.starts_at >= ${span.from} and s.starts_at < ${span.to}`,
    over === null ? null : isOver(over, now),
    client === undefined ? null : sql<boolean>`s.client_id = ${client}`,
    musician === undefined ? null : sql<boolean>`s.musician_id = ${musician}`,
    service === undefined ? null : sql<boolean>`s.service_id = ${service}`,
  ].filter((condition) => condition !== null);
}

/**
 * A page of all sessions. A status is sought among the stored ones that it can come from, each by its own index, so that
 * a rare one is found without going through all others.
 */
export async function sessions(db: Db, filter: SessionsFilter, { now, limit }: Page): Promise<SessionRow[]> {
  const { status, when, service } = filter;
  const common = conditionsOf(filter, now);
  const order = when.earliestFirst ? sql`s.starts_at, s.id` : sql`s.starts_at desc, s.id desc`;
  const isOfPair = service !== undefined && (filter.client ?? filter.musician) !== undefined;
  // Of somebody and a service few may be left: not by an index in the list's order, but by both of theirs.
  const start = isOfPair ? sql`s.starts_at + interval '0'` : sql`s.starts_at`;
  const sought = when.earliestFirst ? sql`${start}, s.id` : sql`${start} desc, s.id desc`;
  const partWhere =
    status === undefined
      ? [all(common)]
      : partsOfStatus(status).map((part) =>
          all([
            sql<boolean>`s.status = ${part.stored}`,
            ...(part.isOver === null ? [] : [isOver(part.isOver, now)]),
            ...common,
          ]),
        );
  const parts = partWhere.map(
    (where) => sql`(select s.* from sessions s where ${where} order by ${sought} limit ${limit})`,
  );
  const page = sql`select s.* from (${sql.join(parts, sql` union all `)}) s order by ${order} limit ${limit}`;
  const { rows } = await sql<SessionRow>`${asListed(page, now)} order by ${order}`.execute(db);
  return rows;
}

/** Sessions with what lists show of them, as they stand at `now`. */
const asListed = (some: RawBuilder<unknown>, now: Temporal.Instant) => sql`
  select s.id, s.starts_at, s.ends_at, a.effective_status as status, v.label as service, s.client_id,
    c.name as client_name, s.musician_id, p.name as musician_name, s.price
  from (${some}) s
  join sessions_at(${now}) a on a.id = s.id
  join services v on v.id = s.service_id
  join people c on c.id = s.client_id
  join people p on p.id = s.musician_id`;

/** Sessions by their numbers, without holds. */
export async function sessionsByIds(
  db: Db,
  ids: readonly number[],
  now: Temporal.Instant,
): Promise<SessionRow[]> {
  const some = sql`select * from sessions where id = any(${ids}::integer[]) and phase <> 'hold'`;
  return (await sql<SessionRow>`${asListed(some, now)} order by s.id`.execute(db)).rows;
}

/** Every service, in the catalogue's order. */
export function services(db: Db) {
  return db.selectFrom('services').select(['id', 'label']).orderBy('position').orderBy('id').execute();
}

/** Names of people by their ids. */
export async function named(
  db: Db,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly name: string }[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('people').select(['id', 'name']).where('id', 'in', ids).execute();
}
