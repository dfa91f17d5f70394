import type { Session, SessionCard } from '#shared/sessions/contract.ts';
import { effectiveStatus, sessionType } from '#shared/sessions/rules.ts';
import { hiddenFields, namedOptions, type OptionFlags } from '#shared/sessions/rules-options.ts';
import { mayDo } from '#shared/sessions/rules-actions.ts';
import { isDeliveryLate } from '#shared/sessions/rules-delivery.ts';
import { deliveryDueAt, hasLivestream } from '#shared/sessions/rules-terms.ts';
import { downloadVisibility, type DownloadTerms } from '#shared/sessions/rules-download.ts';
import { entitlements } from '../billing/service.ts';
import { cancellationGrace, limitations } from '../content/service.ts';
import { refundOf } from '../credits/service.ts';
import { reading, together } from '../db/pipeline.ts';
import type { Db } from '../db/transaction.ts';
import * as queries from './queries.ts';
import { refundNow, type Grace } from './refund-now.ts';

type Details = queries.Details;

/**
 * A session as the API returns it at `now`, for its client or its musician; null for everyone else. A live hold
 * exists for its client only, an expired one for nobody. Who knows its phase spares what other phases need, and who has
 * just held or booked it (`isNew`) what a new one lacks.
 */
export async function sessionResponse(
  db: Db,
  id: number,
  viewer: queries.Viewer,
  now: Temporal.Instant,
  { phase, isNew = false }: { readonly phase?: Details['phase'] | undefined; readonly isNew?: boolean } = {},
): Promise<Session | null> {
  const mayBe = (one: Details['phase']): boolean => phase === undefined || phase === one;
  const mayCancel = mayBe('booked') && viewer.role !== 'partner';
  // What only some sessions need leaves with the row: one wait instead of two.
  const [row, grace, record, returned] = await reading(db, (one) =>
    together([
      queries.findSession(one, id, viewer, now, isNew),
      mayCancel ? cancellationGrace({ db: one }) : {},
      mayBe('cancelled') ? queries.cancellationRecord(one, id) : undefined,
      mayCancel ? refundOf(one, id, now) : 0,
    ]),
  );
  if (row === undefined) return null;
  const slots = row.slots.map((slot) => {
    const [from, to] = [Temporal.Instant.from(slot.starts_at), Temporal.Instant.from(slot.ends_at)];
    return { id: slot.id, start_date: from.toString(), duration: from.until(to).total('minutes') };
  });
  const cancellation = cancellationOf(row, { viewer, grace, returned, now });
  const cancelled = cancelledOf(row, record, viewer);
  const terms = await downloadTermsFor(db, [row], viewer, now);
  const paysCredits = viewer.role !== 'managed';
  return toSessionResponse(row, { cancellation, cancelled, terms, paysCredits, slots, now });
}

/** What limits a client's downloads: their entitlements and the studio's limitations. */
export async function downloadTerms(db: Db, clientId: string, now: Temporal.Instant): Promise<DownloadTerms> {
  const { has_limitations: hasLimitations, ended_at: membershipEnd } = await entitlements(db, clientId, now);
  return { hasLimitations, membershipEnd, limitations: await limitations({ db }) };
}

/** The viewer's download terms if one of their sessions has something to download; else null. */
export async function downloadTermsFor(
  db: Db,
  rows: readonly Pick<Details, 'status'>[],
  viewer: queries.Viewer,
  now: Temporal.Instant,
): Promise<DownloadTerms | null> {
  if (viewer.role === 'partner') return null;
  const some = rows.some(({ status }) => status === 'partner_deliverables_ready');
  return some ? downloadTerms(db, viewer.id, now) : null;
}

function downloadOf(row: Details, terms: DownloadTerms | null, now: Temporal.Instant): Session['download'] {
  if (terms?.hasLimitations !== true || row.output_files === 0) return null;
  const { state, until } = downloadVisibility({ ...terms, status: row.status, start: row.starts_at, now });
  return { state, until: until?.toString() ?? null };
}

/** The fields of a card in the list. */
export function toCardResponse(
  row: Details,
  terms: DownloadTerms | null,
  now: Temporal.Instant,
): SessionCard {
  const { starts_at, ends_at } = row;
  const due = deliveryDue(row);
  return {
    id: row.id,
    type: sessionType(row, now),
    status: effectiveStatus(row, now),
    start_date: starts_at.toString(),
    end_date: ends_at.toString(),
    duration: row.duration,
    instrument_name: row.instrument ?? row.service_label,
    user: {
      id: row.client_id,
      name: row.client_name,
      avatar: row.client_avatar,
      timezone: row.client_zone,
      email: row.client_email,
    },
    partner: {
      id: row.musician_id,
      name: row.musician_name,
      avatar: row.musician_avatar,
      timezone: row.musician_zone,
      slug: row.slug,
      sessions_type: row.sessions_type,
    },
    session_info: {
      title: row.title,
      track_genre: row.track_genre,
      reference_track: row.reference_track,
      meter: row.meter,
      bpm: row.bpm,
      sampleRate: row.sample_rate,
      options: row.options as Record<string, unknown>,
      named_options: namedOptions(row.form_flags as OptionFlags, row.options as Record<string, unknown>),
    },
    rating: ratingOf(row),
    unread_messages: row.unread_messages,
    files: { user: row.user_files, output: row.output_files },
    download: downloadOf(row, terms, now),
    delivery_due_at: due?.toString() ?? null,
    delivery_late: isDeliveryLate({ ...row, due }, now),
    cancelled_at: row.cancelled_at?.toString() ?? null,
  };
}

/** When the session files are due; null once nothing is to be delivered any more. */
export function deliveryDue(
  row: Pick<Details, 'phase' | 'status' | 'ends_at' | 'files_delivery'>,
): Temporal.Instant | null {
  const isOpen = row.phase === 'booked' && row.status !== 'partner_deliverables_ready';
  return isOpen ? deliveryDueAt(row, row.ends_at) : null;
}

/** Where to join a session; null for offline ones, and after the end. */
export function livestreamLink(row: Details, now: Temporal.Instant): string | null {
  const { session_type } = row;
  return hasLivestream({ ...row, service: { session_type } }, now) ? row.zoom_link : null;
}

interface PanelParts extends Pick<Session, 'cancellation' | 'cancelled' | 'slots'> {
  readonly terms: DownloadTerms | null;
  /** The studio pays for managed clients, who read of no credits. */
  readonly paysCredits: boolean;
  readonly now: Temporal.Instant;
}

function toSessionResponse(
  row: Details,
  { cancellation, cancelled, slots, terms, paysCredits, now }: PanelParts,
): Session {
  const { attendance, files_format, session_type } = row;
  const streamed = hasLivestream({ ...row, service: { session_type } }, now);
  return {
    ...toCardResponse(row, terms, now),
    thread_id: row.thread_id,
    track_id: row.track_id,
    booked_at: row.booked_at?.toString() ?? null,
    credits: paysCredits ? row.price : 0,
    attendance,
    files_format,
    last_update: row.last_update.toString(),
    is_first_session: row.is_first_session,
    ...(row.imported && { is_imported: true }),
    service: {
      id: row.service_id,
      label: row.service_label,
      category: row.service_category,
      session_type,
      needs_files: row.files_deadline_enabled,
      ...(!row.offered && { is_stopped: true }),
      files_delivery: row.files_delivery,
      fileUploadRules: row.file_upload_rules as { value: string }[],
      hidden_fields: hiddenFields(row.form_flags as Parameters<typeof hiddenFields>[0]),
    },
    deliverables: { files_format, attendance },
    files_due_at: row.files_due_at?.toString() ?? null,
    livestream_link: streamed ? row.zoom_link : null,
    audio_link: streamed ? row.audiomovers_link : null,
    hold_expires_at: row.held_until?.toString() ?? null,
    hold_extended: row.hold_extended,
    slots,
    cancellation,
    cancelled,
    calendar_sequence: row.calendar_sequence,
  };
}

/** Cancelled sessions and holds take no rating; 0 stars stand for none. */
function ratingOf({ phase, stars, comment, rated_at }: Details): Session['rating'] {
  if (phase !== 'booked') return { rating: 0, comment: null, status: 'disabled', rated_at: null };
  return stars === null
    ? { rating: 0, comment: null, status: 'none', rated_at: null }
    : { rating: stars, comment, status: 'rated', rated_at: rated_at?.toString() ?? null };
}

/** How a session was cancelled; the musician reads the reasons alone, a managed client no credits. */
function cancelledOf(
  row: Details,
  record: Awaited<ReturnType<typeof queries.cancellationRecord>>,
  viewer: queries.Viewer,
): Session['cancelled'] {
  if (row.phase !== 'cancelled') return null;
  const byClient = row.cancelled_by === row.client_id;
  return {
    by: byClient ? 'client' : 'studio',
    undelivered: record?.undelivered === true,
    reasons: (record?.cancellation_reasons ?? []) as string[],
    notes: byClient && viewer.role !== 'partner' ? (record?.feedback_notes ?? null) : null,
    refunded: viewer.role === 'client' ? (record?.refunded ?? 0) : null,
  };
}

/** What cancelling now would do for a client who may cancel; null for everyone else. */
function cancellationOf(
  row: Details,
  { viewer, ...terms }: { viewer: queries.Viewer; grace: Grace; returned: number; now: Temporal.Instant },
): Session['cancellation'] {
  if (row.booked_at === null || !mayDo(viewer.role, 'cancel', row, terms.now).allowed) return null;
  const { refund, credits, from, until } = refundNow({ ...row, booked_at: row.booked_at }, terms);
  const shown = viewer.role === 'managed' ? 0 : credits;
  return { refund, credits: shown, refund_from: from.toString(), refund_until: until.toString() };
}
