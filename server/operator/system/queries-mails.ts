import { sql, type RawBuilder } from 'kysely';
import type { MailName } from '#shared/notifications/rules.ts';
import type { MailState } from '#shared/operator/system/rules-system.ts';
import type { Database } from '../../db/database.ts';
import type { Tx } from '../../db/transaction.ts';

interface MailFilter {
  /** The last mail of the page before. */
  readonly after?: string | undefined;
  readonly person?: string | undefined;
  /** A whole address. */
  readonly to?: string | undefined;
  readonly state?: MailState | undefined;
  readonly template?: string | undefined;
}

/** A noted mail with its reader. */
export interface MailRow {
  readonly id: string;
  readonly event_id: string;
  readonly recipient: string;
  readonly template: MailName;
  readonly queued_at: Temporal.Instant;
  readonly claimed_until: Temporal.Instant | null;
  readonly sent_at: Temporal.Instant | null;
  readonly sent_again_at: Temporal.Instant | null;
  readonly failure: string | null;
  readonly person_id: string | null;
  readonly person_name: string | null;
}

/** The same as mailState in shared/operator/system/rules-system.ts. */
const STATES: Readonly<Record<MailState, RawBuilder<boolean>>> = {
  sent: sql`l.sent_at is not null`,
  sending: sql`l.sent_at is null and l.claimed_until is not null`,
  failed: sql`l.sent_at is null and l.claimed_until is null and l.failure is not null`,
  not_needed: sql`l.sent_at is null and l.claimed_until is null and l.failure is null`,
};

const COLUMNS = sql`l.id, l.event_id, l.recipient, l.template, l.queued_at, l.claimed_until, l.sent_at,
  l.sent_again_at, l.failure, l.person_id`;

/** A page of the noted mails, the last enqueued first. */
export async function mails(db: Database, filter: MailFilter, limit: number): Promise<MailRow[]> {
  const { after, person, to, state, template } = filter;
  const conditions = [
    after === undefined
      ? null
      : sql<boolean>`(l.queued_at, l.id) < (select o.queued_at, o.id from email_log o where o.id = ${after})`,
    person === undefined ? null : sql<boolean>`l.person_id = ${person}`,
    to === undefined ? null : sql<boolean>`lower(l.recipient) = lower(${to})`,
    state === undefined ? null : STATES[state],
    template === undefined ? null : sql<boolean>`l.template = ${template}`,
  ].filter((condition) => condition !== null);
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
  const { rows } = await sql<MailRow>`
    select l.*, p.name as person_name
    from (select ${COLUMNS} from email_log l ${where} order by l.queued_at desc, l.id desc limit ${limit}) l
    left join people p on p.id = l.person_id
    order by l.queued_at desc, l.id desc`.execute(db);
  return rows;
}

/** A mail by its id; undefined for an unknown one. */
export async function mailById(db: Database | Tx, id: string) {
  return db
    .selectFrom('email_log')
    .select(['id', 'event_id', 'recipient', 'template', 'person_id', 'sent_at', 'claimed_until', 'failure'])
    .select(['sent_again_at', sql<object | null>`payload`.as('payload')])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Locks a mail, so that of two who send it again the second sees the first. */
export async function lockMail(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('email_log').select('id').where('id', '=', id).forUpdate().execute();
}

export async function setSentAgain(tx: Tx, id: string, now: Temporal.Instant): Promise<void> {
  await tx.updateTable('email_log').set({ sent_again_at: now }).where('id', '=', id).execute();
}

/** Whether a job that sends this mail waits or runs. */
export async function isQueued(
  db: Database | Tx,
  {
    event_id,
    template,
    queue,
  }: { readonly event_id: string; readonly template: string; readonly queue: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from jobs.job
    where name = ${queue} and state <= 'active' and data ->> 'event_id' = ${event_id}
      and data ->> 'template' = ${template}
    limit 1`.execute(db);
  return rows.length > 0;
}

export function personName(db: Database, id: string) {
  return db.selectFrom('people').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
}
