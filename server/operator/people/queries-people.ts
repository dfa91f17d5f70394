import { sql, type RawBuilder } from 'kysely';
import type { UserStatus } from '#shared/billing/rules.ts';
import type { Role } from '#shared/lib/endpoint.ts';
import type { AccountState, PeopleSearch } from '#shared/operator/rules-people.ts';
import type { Tables } from '../../db/tables.ts';
import type { Db } from '../../db/transaction.ts';

interface PeopleFilter {
  /** The last person of the page before. */
  readonly after: string | undefined;
  readonly search: PeopleSearch;
  readonly role: Role | undefined;
  readonly account: AccountState | undefined;
  readonly membership: UserStatus | undefined;
}

/** A person as listed; the membership's dates say what its status is at an instant. */
interface PersonRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly avatar: string | null;
  readonly account: AccountState;
  readonly created_at: Temporal.Instant;
  readonly status: Tables['memberships']['status'] | null;
  readonly next_billing_at: Temporal.Instant | null;
  readonly trial_ends_at: Temporal.Instant | null;
}

/** Invited, and never came: neither a password nor a social login, and no mailed link was followed; not erased. */
export const isInvited = sql<boolean>`(p.password_hash is null and p.email_proved_at is null and p.erased_at is null
  and not exists (select from identities i where i.person_id = p.id))`;

const ACCOUNTS: Readonly<Record<AccountState, RawBuilder<boolean>>> = {
  blocked: sql`p.blocked_at is not null`,
  waiting: sql`p.blocked_at is null and p.waitlisted`,
  invited: sql`p.blocked_at is null and not p.waitlisted and ${isInvited}`,
  open: sql`p.blocked_at is null and not p.waitlisted and not ${isInvited}`,
};

/** How far an account is (docs/product/operator.md#people). */
export const accountOf = sql<AccountState>`case when ${ACCOUNTS.blocked} then 'blocked' when p.waitlisted then 'waiting'
  when ${isInvited} then 'invited' else 'open' end`;

/** The membership has ended by itself, as `statusAt` says. */
const hasEnded = (now: Temporal.Instant) => sql<boolean>`(
  (m.status in ('wix-user', 'pending_cancellation') and m.next_billing_at <= ${now})
  or (m.status = 'trial' and m.trial_ends_at <= ${now}))`;

/** Whether a person with membership `m`, or none, has a status at `now`. */
function hasStatus(status: UserStatus, now: Temporal.Instant): RawBuilder<boolean> {
  if (status === 'signup') return sql`(m.person_id is null or m.status = 'signup')`;
  if (status === 'cancelled') return sql`(m.status = 'cancelled' or ${hasEnded(now)})`;
  return sql`m.status = ${status} and ${hasEnded(now)} is not true`;
}

/** All memberships of a status at `now`. */
function ofStatus(status: UserStatus, now: Temporal.Instant): RawBuilder<unknown> {
  const stored = sql`select m.person_id, m.status, m.next_billing_at, m.trial_ends_at
    from memberships m where ${hasStatus(status, now)}`;
  if (status !== 'signup') return stored;
  return sql`${stored} union all select c.id, 'signup', null, null from people c where c.role = 'client' and not exists (select from memberships m where m.person_id = c.id)`;
}

const ofWord = (word: string) => sql<boolean>`p.search like '% ' || unaccent(${word}) || '%'`;

/** Each word begins one of the person's, or their id is among those sought. */
export function fits({ words, ids }: PeopleSearch): RawBuilder<boolean> | null {
  const ofWords = words.length === 0 ? null : sql<boolean>`(${sql.join(words.map(ofWord), sql` and `)})`;
  if (ids === null) return ofWords;
  const ofIds = sql<boolean>`p.id between ${ids.from}::uuid and ${ids.to}::uuid`;
  return ofWords === null ? ofIds : sql`(${ofWords} or ${ofIds})`;
}

const NEWEST_FIRST = sql`order by p.created_at desc, p.id desc`;

/** The people whom the filter means, whatever their memberships. */
function wantedPeople({ after, search, role, account, membership }: PeopleFilter): RawBuilder<unknown> {
  const conditions = [
    fits(search),
    after === undefined
      ? null
      : sql<boolean>`(p.created_at, p.id) < (select l.created_at, l.id from people l where l.id = ${after})`,
    role === undefined ? null : sql<boolean>`p.role = ${role}`,
    account === undefined ? null : ACCOUNTS[account],
    membership === undefined ? null : sql<boolean>`p.role = 'client'`,
  ].filter((condition) => condition !== null);
  return conditions.length === 0
    ? sql`select * from people p`
    : sql`select * from people p where ${sql.join(conditions, sql` and `)}`;
}

const LISTED = sql`p.id, p.name, p.email, p.role, p.avatar, ${accountOf} as account, p.created_at,
  m.status, m.next_billing_at, m.trial_ends_at`;

interface Page {
  readonly now: Temporal.Instant;
  readonly limit: number;
}

/** Among how many of the newest a status is sought first. */
const NEWEST = 1000;

/**
 * A page of the list of people, newest first. Who has a status is sought among the newest; where too few are, all
 * memberships of the status are found first: in the list's order one would go through everybody for the oldest ones.
 */
export async function people(db: Db, filter: PeopleFilter, { now, limit }: Page): Promise<PersonRow[]> {
  const { membership } = filter;
  const wanted = wantedPeople(filter);
  const run = async (query: RawBuilder<PersonRow>) => (await query.execute(db)).rows;
  const page = sql`${NEWEST_FIRST} limit ${limit}`;
  if (membership === undefined)
    return run(
      sql`select ${LISTED} from (${wanted}) p left join memberships m on m.person_id = p.id ${page}`,
    );
  const newest = await run(sql`
    select ${LISTED} from (${wanted} ${NEWEST_FIRST} limit ${NEWEST}) p
    left join memberships m on m.person_id = p.id where ${hasStatus(membership, now)} ${page}`);
  if (newest.length === limit) return newest;
  return run(sql`
    with status as materialized (${ofStatus(membership, now)})
    select ${LISTED} from (${wanted}) p join status m on m.person_id = p.id ${page}`);
}
