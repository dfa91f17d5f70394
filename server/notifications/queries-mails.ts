import { sql } from 'kysely';
import type { Db } from '../db/transaction.ts';

/** A person as a mail's recipient, with their settings. */
export function personForMail(db: Db, id: string) {
  return db
    .selectFrom('people as p')
    .leftJoin('notification_settings as n', 'n.person_id', 'p.id')
    .select(['p.id', 'p.email', 'p.name', 'p.zone', 'p.role', 'p.mail_token', 'p.waitlisted'])
    .select(sql<boolean>`p.blocked_at is not null`.as('is_blocked'))
    .select((select) => [
      select.fn.coalesce('n.booking', sql<boolean>`true`).as('booking'),
      select.fn.coalesce('n.cancellation', sql<boolean>`true`).as('cancellation'),
      select.fn.coalesce('n.files', sql<boolean>`true`).as('files'),
      select.fn.coalesce('n.marketing', sql<boolean>`true`).as('marketing'),
    ])
    .where('p.id', '=', id)
    .executeTakeFirst();
}

/** A person as personForMail reads them. */
export type PersonForMail = NonNullable<Awaited<ReturnType<typeof personForMail>>>;

/** Login providers of an account without a password; empty for others. */
export async function socialOnly(db: Db, personId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('identities as i')
    .innerJoin('people as p', 'p.id', 'i.person_id')
    .select('i.provider')
    .where('i.person_id', '=', personId)
    .where('p.password_hash', 'is', null)
    .orderBy('i.provider')
    .execute();
  return rows.map(({ provider }) => provider);
}

/** When a session's time was agreed: its booking or last move. */
export const agreed = sql<Temporal.Instant>`greatest(s.booked_at, (
  select max(e.at) from session_events e where e.session_id = s.id and e.event = 'rescheduled'))`;

/** Who moved a session last; null for one that was never moved. */
const movedBy = sql<string | null>`(
  select e.actor_id from session_events e where e.session_id = s.id and e.event = 'rescheduled'
  order by e.at desc, e.id desc limit 1)`;

/** A booked or cancelled session with what its mails say; undefined for a hold. */
export function sessionForMail(db: Db, sessionId: number) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('people as c', 'c.id', 's.client_id')
    .innerJoin('people as p', 'p.id', 's.musician_id')
    .innerJoin('musicians as m', 'm.person_id', 's.musician_id')
    .innerJoin('services as v', 'v.id', 's.service_id')
    .leftJoin('threads as t', 't.session_id', 's.id')
    .select(['s.id', 's.client_id', 's.musician_id', 's.phase', 's.status', 's.starts_at', 's.ends_at'])
    .select(['s.price', 's.files_due_at', 's.title', 's.attendance', 's.last_update', 's.calendar_sequence'])
    .select([
      's.cancelled_by',
      's.files_format',
      's.options',
      'v.form_flags',
      'm.zoom_link',
      't.created_at as thread_begins',
    ])
    .select(['v.label as service', 'v.session_type', 'v.files_delivery', 'v.files_deadline_enabled'])
    .select(['c.name as client_name', 'c.role as client_role', 'p.name as musician_name'])
    .select((select) => [
      agreed.as('agreed'),
      movedBy.as('moved_by'),
      select
        .selectFrom('messages as g')
        .select('g.body')
        .whereRef('g.thread_id', '=', 't.id')
        .whereRef('g.created_at', '=', 't.created_at')
        .as('opening'),
      select
        .selectFrom('credit_entries as e')
        .select((sum) => sum.fn.sum<number>('e.delta').as('refunded'))
        .whereRef('e.session_id', '=', 's.id')
        .where('e.reason', 'in', ['refund', 'grant'])
        .as('refunded'),
      select
        .selectFrom('files as f')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('f.session_id', '=', 's.id')
        .where('f.folder', '=', 'user')
        .as('user_files'),
    ])
    .where('s.id', '=', sessionId)
    .where('s.phase', '<>', 'hold')
    .executeTakeFirst();
}

/** A session as sessionForMail reads it. */
export type MailedSession = NonNullable<Awaited<ReturnType<typeof sessionForMail>>>;

/** The rating of a session; undefined without one. */
export function ratingOf(db: Db, sessionId: number) {
  return db
    .selectFrom('ratings')
    .select(['stars', 'comment'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
}

/** The notes of a feedback. */
export async function feedbackNotes(db: Db, feedbackId: string): Promise<string | null> {
  const row = await db
    .selectFrom('feedback')
    .select('feedback_notes')
    .where('id', '=', feedbackId)
    .executeTakeFirst();
  return row?.feedback_notes ?? null;
}

/** An open invitation whose address has no account and has not refused; else undefined. */
export function openInvitation(db: Db, id: string, now: Temporal.Instant) {
  return db
    .selectFrom('invitations as i')
    .innerJoin('people as p', 'p.id', 'i.inviter_id')
    .select(['i.id', 'i.email', 'i.code', 'i.expires_at', 'p.name as inviter_name', 'p.zone'])
    .where('i.id', '=', id)
    .where('i.status', '=', 'awaiting-to-accept')
    .where('i.expires_at', '>', now)
    .where(sql<boolean>`not exists (select from declined_addresses d where d.email = lower(i.email))`)
    .where(sql<boolean>`not exists (select from people q where lower(q.email) = lower(i.email))`)
    .executeTakeFirst();
}

/** When a person's trial ends; undefined without a trial. */
export async function trialEnd(db: Db, personId: string): Promise<Temporal.Instant | undefined> {
  const row = await db
    .selectFrom('memberships')
    .select('trial_ends_at')
    .where('person_id', '=', personId)
    .where('status', '=', 'trial')
    .executeTakeFirst();
  return row?.trial_ends_at ?? undefined;
}

/** Unread messages of one author in one thread, from the first to the last, inclusive. */
export function unreadBetween(db: Db, firstId: string, lastId: string) {
  return db
    .selectFrom('messages as g')
    .innerJoin('threads as t', 't.id', 'g.thread_id')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .innerJoin('people as a', 'a.id', 'g.author_id')
    .innerJoin('messages as first', (join) => join.on('first.id', '=', firstId))
    .innerJoin('messages as last', (join) => join.on('last.id', '=', lastId))
    .select(['g.id', 'g.body', 'g.created_at', 's.id as session_id', 's.title', 'a.name as author_name'])
    .select(
      sql<string>`case when g.author_id = s.client_id then s.musician_id else s.client_id end`.as(
        'reader_id',
      ),
    )
    .whereRef('g.thread_id', '=', 'first.thread_id')
    .whereRef('g.author_id', '=', 'first.author_id')
    .whereRef('g.created_at', '>=', 'first.created_at')
    .whereRef('g.created_at', '<=', 'last.created_at')
    .where(isUnread)
    .orderBy('g.created_at')
    .execute();
}

/** Message `g` of thread `t` of session `s` is unread. */
export const isUnread = sql<boolean>`g.created_at > coalesce((
  select d.read_at from thread_reads d where d.thread_id = g.thread_id
  and d.person_id = case when g.author_id = s.client_id then s.musician_id else s.client_id end), '-infinity')`;

/** A running trial at the provider, and what begins after it; undefined without one. */
export function trialSubscription(db: Db, personId: string) {
  return db
    .selectFrom('billing_subscriptions as s')
    .innerJoin('billing_prices as p', (join) =>
      join
        .onRef('p.provider', '=', 's.provider')
        .onRef('p.mode', '=', 's.mode')
        .onRef('p.price_id', '=', 's.price_id'),
    )
    .select(['s.trial_end', 's.next_total_cents', 'p.name', 'p.credits'])
    .where('s.person_id', '=', personId)
    .where('s.is_live', '=', true)
    .where('s.status', '=', 'trialing')
    .executeTakeFirst();
}

/** How the last payment of the membership that ended last went; undefined while one runs. */
export async function lastPaymentOfEnded(db: Db, personId: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('billing_subscriptions')
    .select(['last_payment_status', 'is_live'])
    .where('person_id', '=', personId)
    .orderBy('is_live', 'desc')
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined || row.is_live ? undefined : row.last_payment_status;
}

/** Until when the membership of another system was paid; undefined: theirs is none. */
export async function importedUntil(db: Db, personId: string): Promise<Temporal.Instant | undefined> {
  const row = await db
    .selectFrom('memberships')
    .select('next_billing_at')
    .where('person_id', '=', personId)
    .where('status', '=', 'wix-user')
    .executeTakeFirst();
  return row?.next_billing_at ?? undefined;
}

/** The dates of a person's running subscription. */
export function runningDates(db: Db, personId: string) {
  return db
    .selectFrom('billing_subscriptions')
    .select(['status', 'period_end', 'trial_end', 'cancel_at_period_end', 'cancel_at'])
    .where('person_id', '=', personId)
    .where('is_live', '=', true)
    .executeTakeFirst();
}

/** Whether a membership that no provider keeps is cancelled to a date. */
export async function isCancelledTo(db: Db, personId: string, endsAt: Temporal.Instant): Promise<boolean> {
  const row = await db
    .selectFrom('billing_cancellations')
    .select('id')
    .where('person_id', '=', personId)
    .where('provider', 'is', null)
    .where('ends_at', '=', endsAt)
    .where('taken_back_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The default card of a person's running membership, with when it is charged next. */
export function chargedCard(db: Db, personId: string) {
  return db
    .selectFrom('billing_subscriptions as s')
    .innerJoin('billing_customers as c', (join) =>
      join
        .onRef('c.provider', '=', 's.provider')
        .onRef('c.mode', '=', 's.mode')
        .onRef('c.customer_id', '=', 's.customer_id'),
    )
    .select(['s.status', 's.period_end', 's.trial_end', 's.cancel_at_period_end', 's.cancel_at'])
    .select(['c.card_last4', 'c.card_exp_month', 'c.card_exp_year'])
    .where('s.person_id', '=', personId)
    .where('s.is_live', '=', true)
    .executeTakeFirst();
}

/** An open offer of the waiting list with what its mail says; undefined once it has ended or run out. */
export function offerForMail(db: Db, offerId: string, now: Temporal.Instant) {
  return db
    .selectFrom('waiting_offers as o')
    .innerJoin('waiting as w', 'w.id', 'o.waiting_id')
    .innerJoin('people as p', 'p.id', 'w.musician_id')
    .innerJoin('services as s', 's.id', 'w.service_id')
    .select(['w.person_id', 'o.starts_at', 'o.ends_at', 'o.expires_at', 'p.name as musician_name'])
    .select('s.label as service')
    .where('o.id', '=', offerId)
    .where('o.ended', 'is', null)
    .where('o.expires_at', '>', now)
    .executeTakeFirst();
}

/** Another calendar that could not be read last. */
export function unreadForMail(db: Db, calendarId: string) {
  return db
    .selectFrom('external_calendars')
    .select(['musician_id', 'name', 'last_ok_at', 'failure'])
    .where('id', '=', calendarId)
    .where('failure', 'is not', null)
    .executeTakeFirst();
}

/** Conflicts of a musician that were noted at an instant and still stand: sessions that are booked and not over. */
export async function conflictsForMail(
  db: Db,
  {
    about,
    found_at,
    now,
  }: { readonly about: string; readonly found_at: string; readonly now: Temporal.Instant },
) {
  return db
    .selectFrom('calendar_conflicts as f')
    .innerJoin('sessions as s', 's.id', 'f.session_id')
    .innerJoin('people as c', 'c.id', 's.client_id')
    .select(['f.session_id', 'f.calendar', 's.starts_at', 's.ends_at', 'c.name as client_name'])
    .select(sql<Temporal.Instant>`lower(f.during)`.as('busy_from'))
    .select(sql<Temporal.Instant>`upper(f.during)`.as('busy_until'))
    .where('f.musician_id', '=', about)
    .where('f.found_at', '=', Temporal.Instant.from(found_at))
    .where('s.phase', '=', 'booked')
    .where('s.ends_at', '>', now)
    .where(sql<boolean>`tstzrange(s.starts_at, s.ends_at) && f.during`)
    .orderBy('s.starts_at')
    .orderBy('s.id')
    .execute();
}
