import { sql } from 'kysely';
import type { OpenThing } from '#shared/privacy/rules.ts';
import type { Db, Tx } from '../db/transaction.ts';

/** A person with the deletion that was asked for. */
export function personWithErasure(db: Db, id: string) {
  return db
    .selectFrom('people as p')
    .leftJoin('erasures as e', 'e.person_id', 'p.id')
    .select(['p.id', 'p.role', 'p.erased_at', 'e.requested_at', 'e.due_at', 'e.requested_by'])
    .select(sql<boolean>`p.password_hash is not null`.as('has_password'))
    .where('p.id', '=', id)
    .executeTakeFirst();
}

/** Locks an account against everything that is stored for it, until the transaction ends. */
export function lockAccount(tx: Tx, id: string) {
  return tx
    .selectFrom('people')
    .select(['id', 'role', 'email', 'erased_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

interface Owner {
  readonly id: string;
  /** Whether a time on hold counts as none. */
  readonly ignoresHolds?: boolean;
}

/** What of a person has to end before their account is erased (docs/product/own-data.md#what-has-to-end-first). */
export async function openThings(
  db: Db,
  { id, ignoresHolds = false }: Owner,
  now: Temporal.Instant,
): Promise<OpenThing[]> {
  const found: Record<OpenThing, ReturnType<typeof sql<boolean>>> = {
    membership: sql`exists (select from billing_subscriptions where person_id = ${id} and is_live
      and ended_at is null and not cancel_at_period_end and cancel_at is null)`,
    sessions: sql`exists (select from sessions where ${id} in (client_id, musician_id)
      and ((phase = 'booked' and ends_at > ${now}::timestamptz) or (phase = 'hold' and held_until > ${now}::timestamptz and not ${ignoresHolds}::boolean)))`,
    deliveries: sql`exists (select from sessions where musician_id = ${id} and phase = 'booked'
      and ends_at <= ${now}::timestamptz and status <> 'partner_deliverables_ready')`,
    payment: sql`exists (select from billing_checkouts where person_id = ${id}
        and state in ('starting', 'open') and expires_at > ${now}::timestamptz)
      or exists (select from billing_changes where person_id = ${id} and state in ('starting', 'open')
        and started_at > ${now.subtract({ hours: 24 })}::timestamptz)`,
    dispute: sql`exists (select from billing_payments where person_id = ${id} and dispute = 'open')`,
    pay: sql`exists (select from slots s where s.musician_id = ${id} and s.starts_at <= ${now}::timestamptz and not s.imported
      and ((s.slot_type = 'fixed' and not s.hidden) or exists (
        select from slot_claims c join sessions b on b.id = c.session_id
        where c.slot_id = s.id and b.phase = 'booked'))
      and exists (select from musician_rates r where r.musician_id = s.musician_id
        and r.valid_from <= s.starts_at::date)
      and not exists (select from musician_months m where m.musician_id = s.musician_id
        and s.starts_at >= m.from_at and s.starts_at < m.until_at))`,
  };
  const things = Object.keys(found) as OpenThing[];
  const { rows } = await sql<{ thing: OpenThing }>`
    select thing from (values ${sql.join(things.map((thing) => sql`(${thing}::text, ${found[thing]})`))}) t (thing, is_open)
    where is_open`.execute(db);
  const open = new Set(rows.map(({ thing }) => thing));
  return things.filter((thing) => open.has(thing));
}

/** Notes that a deletion was asked for; the first one stays. */
export async function insertErasure(
  tx: Tx,
  row: {
    person_id: string;
    requested_at: Temporal.Instant;
    due_at: Temporal.Instant;
    requested_by: string | null;
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('erasures')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Takes a deletion back that was not done; whether there was one. */
export async function deleteErasure(tx: Tx, personId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('erasures')
    .where('person_id', '=', personId)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Deletions that are due, the oldest first, without those that were put off just now. */
export async function dueErasures(
  db: Db,
  { now, retriedBefore, limit }: { now: Temporal.Instant; retriedBefore: Temporal.Instant; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('erasures')
    .select('person_id')
    .where('erased_at', 'is', null)
    .where('due_at', '<=', now)
    .where((row) => row.or([row('put_off_at', 'is', null), row('put_off_at', '<=', retriedBefore)]))
    .orderBy('due_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.person_id);
}

/** Whether a deletion is due and not done; under the account's lock. */
export async function isDue(tx: Tx, personId: string, now: Temporal.Instant): Promise<boolean> {
  const row = await tx
    .selectFrom('erasures')
    .select('person_id')
    .where('person_id', '=', personId)
    .where('erased_at', 'is', null)
    .where('due_at', '<=', now)
    .executeTakeFirst();
  return row !== undefined;
}

export async function putOff(db: Db, personId: string, now: Temporal.Instant): Promise<void> {
  await db.updateTable('erasures').set({ put_off_at: now }).where('person_id', '=', personId).execute();
}

export async function setErased(tx: Tx, personId: string, now: Temporal.Instant): Promise<void> {
  await tx.updateTable('erasures').set({ erased_at: now }).where('person_id', '=', personId).execute();
}
