import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/transaction.ts';

/** Rows of one reading: an export of any length is never in memory as a whole. */
const ROWS = 500;

type OfPerson = (id: string) => RawBuilder<unknown>;

/** The sessions of a person's side, with the other side by name only. */
const session = sql`case when s.client_id = me.id then m.name else c.name end`;
const ofSessions = (id: string) => sql`
  sessions s join people me on me.id = ${id} and me.id in (s.client_id, s.musician_id)
  join people c on c.id = s.client_id join people m on m.id = s.musician_id
  join services v on v.id = s.service_id`;

/**
 * What each JSON file of a download has, as one object a row, by `key`. Of other people only names that the person sees
 * anyway (docs/product/own-data.md#what-a-download-has).
 */
export const EXPORT_FILES: Readonly<Record<string, OfPerson>> = {
  'profile.json': (id) => sql`
    select id::text as key, json_build_object('name', name, 'email', email, 'role', role, 'time_zone', zone,
      'country', country, 'email_confirmed_at', email_proved_at, 'member_since', created_at, 'on_waiting_list', waitlisted) as row
    from people where id = ${id}`,
  'login-sessions.json': (id) => sql`
    select id::text as key, json_build_object('front', front, 'browser', user_agent, 'began_at', created_at,
      'last_seen_at', seen_at, 'ends_at', expires_at) as row from login_sessions where person_id = ${id}
    union all select provider || subject, json_build_object('signs_in_with', provider, 'id_there', subject, 'since', created_at)
      from identities where person_id = ${id}`,
  'notification-settings.json': (id) => sql`
    select person_id::text as key, json_build_object('booking', booking, 'cancellation', cancellation, 'files', files,
      'marketing', marketing, 'changed_at', updated_at) as row from notification_settings where person_id = ${id}`,
  'onboarding.json': (id) => sql`
    select person_id::text as key, json_build_object('type', persona_type, 'level', persona_level, 'diy', persona_diy,
      'interests', interests, 'comments', comments, 'completed_at', completed_at) as row
    from onboarding_answers where person_id = ${id}`,
  'sessions.json': (id) => sql`
    select lpad(s.id::text, 12, '0') as key, json_build_object('id', s.id, 'with', ${session}, 'service', v.label,
      'starts_at', s.starts_at, 'ends_at', s.ends_at, 'status', s.status, 'credits', s.price, 'booked_at', s.booked_at,
      'cancelled_at', s.cancelled_at, 'title', s.title, 'genre', s.track_genre, 'meter', s.meter, 'bpm', s.bpm,
      'sample_rate', s.sample_rate, 'reference_track', s.reference_track, 'options', s.options,
      'files_format', s.files_format, 'changes', (select json_agg(json_build_object('at', e.at, 'what', e.event,
        'by_you', e.actor_id = me.id) order by e.at, e.id) from session_events e where e.session_id = s.id)) as row
    from ${ofSessions(id)} where s.phase <> 'hold'`,
  'requests-and-notes.json': (id) => sql`
    select id::text as key, json_build_object('session', session_id, 'kind', feedback_type, 'reasons', cancellation_reasons,
      'notes', feedback_notes, 'at', created_at) as row from feedback where author_id = ${id}`,
  'tracks.json': (id) => sql`
    select id::text as key, json_build_object('title', title, 'genre', track_genre, 'reference_track', reference_track,
      'meter', meter, 'bpm', bpm, 'sample_rate', sample_rate, 'options', options, 'made_at', created_at) as row
    from tracks where client_id = ${id}`,
  'waiting.json': (id) => sql`
    select w.id::text as key, json_build_object('musician', p.name, 'from', w.from_time, 'to', w.to_time,
      'time_zone', w.zone, 'since', w.created_at, 'ended_at', w.ended_at, 'ended', w.ended) as row
    from waiting w join people p on p.id = w.musician_id where w.person_id = ${id}`,
  'messages.json': (id) => sql`
    select g.id::text as key, json_build_object('session', t.session_id, 'from', case when g.author_id = me.id then 'you'
      else a.name end, 'text', g.body, 'at', g.created_at) as row
    from ${ofSessions(id)} join threads t on t.session_id = s.id join messages g on g.thread_id = t.id
      join people a on a.id = g.author_id`,
  'files.json': (id) => sql`
    select f.id::text as key, json_build_object('session', s.id, 'kind', case f.folder when 'user' then 'sent by the client'
      else 'delivered by the musician' end, 'name', f.prefix || f.name, 'bytes', f.size, 'sent_at', f.last_modified) as row
    from ${ofSessions(id)} join files f on f.session_id = s.id`,
  'ratings.json': (id) => sql`
    select lpad(s.id::text, 12, '0') as key, json_build_object('session', s.id, 'musician', m.name, 'stars', r.stars,
      'comment', r.comment, 'at', r.created_at, 'changed_at', r.changed_at) as row
    from ${ofSessions(id)} join ratings r on r.session_id = s.id where s.client_id = me.id`,
  'invitations.json': (id) => sql`
    select id::text as key, case when inviter_id = ${id}
      then json_build_object('you_invited', email, 'at', created_at, 'status', status, 'credits_earned', credits_earned)
      else json_build_object('you_were_invited_at', created_at, 'accepted_at', accepted_at, 'status', status) end as row
    from invitations where ${id} in (inviter_id, invitee_id)`,
  'billing-address.json': (id) => sql`
    select 'a' as key, json_build_object('company', company_name, 'address', address, 'city', city, 'zip_code', zipcode,
      'country', country, 'vat_number', vat_number) as row from billing_details where person_id = ${id}
    union all select 'b' || provider || mode, json_build_object('provider', provider, 'id_there', customer_id,
      'card', card_brand, 'last_digits', card_last4, 'paypal_address', payer_email)
      from billing_customers where person_id = ${id}`,
  'credits.json': (id) => sql`
    select e.id::text as key, json_build_object('at', e.at, 'credits', e.delta, 'what', e.reason, 'from', l.source,
      'session', e.session_id, 'expire_at', l.expires_at) as row
    from credit_entries e join credit_lots l on l.id = e.lot_id where l.person_id = ${id}`,
  'membership.json': (id) => sql`
    select 'a' as key, json_build_object('status', status, 'plan', plan_name, 'annual', is_annual, 'provider', provider,
      'next_billing_at', next_billing_at, 'ended_at', ended_at, 'trial_ends_at', trial_ends_at) as row
    from memberships where person_id = ${id}
    union all select 'b' || id::text, json_build_object('cancelled_at', requested_at, 'reason', reason, 'comments', comments,
      'until', ends_at, 'taken_back_at', taken_back_at) from billing_cancellations where person_id = ${id}`,
  'payments.json': (id) => sql`
    select id::text as key, json_build_object('paid_at', paid_at, 'provider', provider, 'id_there', provider_id, 'what', kind,
      'quantity', quantity, 'total_cents', total_cents, 'net_cents', net_cents, 'refunded_cents', refunded_cents,
      'currency', currency, 'dispute', dispute) as row from billing_payments where person_id = ${id}`,
  'invoices.json': (id) => sql`
    select id::text as key, json_build_object('number', number, 'kind', kind, 'issued_at', issued_at, 'net_cents', net_cents,
      'vat_cents', vat_cents, 'total_cents', total_cents, 'currency', currency, 'buyer', buyer, 'lines', lines,
      'pdf', 'invoices/' || number || '.pdf') as row from invoices where person_id = ${id}`,
  'payment-marks.json': (id) => sql`
    select provider || mode || fingerprint as key, json_build_object('provider', provider, 'mark', fingerprint,
      'since', first_seen_at) as row from billing_fingerprints where person_id = ${id}
    union all select kind || mark, json_build_object('kind', kind, 'mark', mark, 'since', first_seen_at)
      from payer_marks where person_id = ${id}`,
  'musician-page.json': (id) => sql`
    select 'a' as key, json_build_object('name_in_addresses', slug, 'title', title, 'bio', bio, 'card', card_description,
      'styles', styles, 'zoom', zoom_link, 'audiomovers', audiomovers_link, 'published', published) as row
    from musicians where person_id = ${id}
    union all select 'b', json_build_object('draft', body, 'saved_at', saved_at) from musician_drafts where musician_id = ${id}`,
  'samples.json': (id) => sql`
    select id::text as key, json_build_object('title', title, 'you_did', did, 'file', name, 'bytes', size,
      'sent_at', created_at) as row from musician_samples where musician_id = ${id}`,
  'calendar.json': (id) => sql`
    select 'a' || id::text as key, json_build_object('weekday', weekday, 'starts', starts, 'minutes', unit_minutes,
      'from', valid_from, 'until', valid_until) as row from weekly_hours where musician_id = ${id}
    union all select 'b' || id::text, json_build_object('time_off_from', from_day, 'to', to_day, 'every_year', every_year,
      'note', note) from time_off where musician_id = ${id}
    union all select 'c' || id::text, json_build_object('other_calendar', name, 'address', url, 'added_at', added_at)
      from external_calendars where musician_id = ${id}`,
  'rates.json': (id) => sql`
    select valid_from::text as key, json_build_object('from', valid_from, 'fixed_cents_an_hour', fixed_cents,
      'flexible_cents_an_hour', flexible_cents) as row from musician_rates where musician_id = ${id}`,
  'pay.json': (id) => sql`
    select m.month::text as key, json_build_object('month', m.month, 'payment_cents', m.payment_cents, 'figures', m.figures,
      'closed_at', m.closed_at, 'paid_on', p.paid_on, 'reference', p.reference) as row
    from musician_months m left join month_payments p on p.musician_id = m.musician_id and p.month = m.month
      and not exists (select from month_payments_taken_back b where b.payment_id = p.id)
    where m.musician_id = ${id}`,
  'mails.json': (id) => sql`
    select id::text as key, json_build_object('what', template, 'to', recipient, 'sent_at', sent_at,
      'session', session_id) as row from email_log where person_id = ${id}`,
  'changes-by-the-studio.json': (id) => sql`
    select id::text as key, json_build_object('at', at, 'what', what, 'reason', reason, 'before', before, 'after', after) as row
    from audit_log where person_id = ${id}`,
  'own-data.json': (id) => sql`
    select id::text as key, json_build_object('downloaded_at', made_at, 'by_the_studio', made_by <> person_id) as row
      from data_exports where person_id = ${id}
    union all select 'deletion', json_build_object('deletion_asked_at', requested_at, 'due_at', due_at) from erasures
      where person_id = ${id}`,
};

/** The rows of one file, some hundreds at a time. */
export async function* rowsOf(db: Db, file: OfPerson, personId: string): AsyncGenerator {
  for (let after: string | null = null; ;) {
    const { rows } = await sql<{ key: string; row: unknown }>`
      select key, row from (${file(personId)}) rows
      where (${after}::text is null or key > ${after}) order by key limit ${ROWS}`.execute(db);
    for (const { row } of rows) yield row;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS) return;
    after = last.key;
  }
}

/** A person's picture; undefined without one. */
export function pictureOf(db: Db, personId: string) {
  return db
    .selectFrom('avatars')
    .select('webp')
    .where('person_id', '=', personId)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
}

/** Ids and numbers of a person's invoices after a number, the first of them. */
export function invoicesAfter(db: Db, personId: string, number: string) {
  return db
    .selectFrom('invoices')
    .select(['id', 'number'])
    .where('person_id', '=', personId)
    .where('number', '>', number)
    .orderBy('number')
    .limit(ROWS)
    .execute();
}
