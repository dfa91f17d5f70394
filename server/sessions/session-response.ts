import type { Session, SessionCard } from '../../shared/sessions/contract.ts';
import { effectiveStatus, sessionType } from '../../shared/sessions/rules.ts';
import { mayDo } from '../../shared/sessions/rules-actions.ts';
import { hasLivestream } from '../../shared/sessions/rules-terms.ts';
import type { Db } from '../db/transaction.ts';
import * as queries from './queries.ts';
import { refundNow } from './refund-now.ts';

type Details = queries.Details;

/**
 * A session in the wire's form as it stands at `now`, for its client or its musician; null for everyone else. A live
 * hold is there for its client only, an expired one for nobody (decisions 4).
 */
export async function presentSession(
  db: Db,
  id: number,
  viewer: queries.Viewer,
  now: Temporal.Instant,
): Promise<Session | null> {
  const row = await queries.findSession(db, id, viewer, now);
  if (row === undefined) return null;
  return presentPanel(
    row,
    await cancellationOf(db, row, viewer, now),
    row.slots.map((slot) => {
      const [from, to] = [Temporal.Instant.from(slot.starts_at), Temporal.Instant.from(slot.ends_at)];
      return { id: slot.id, start_date: from.toString(), duration: from.until(to).total('minutes') };
    }),
    now,
  );
}

/** What a list's card shows. */
export function presentCard(row: Details, now: Temporal.Instant): SessionCard {
  const { starts_at, ends_at } = row;
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
    },
    rating: ratingOf(row),
    unread_messages: row.unread_messages,
    files: { user: row.user_files, output: row.output_files },
  };
}

function presentPanel(
  row: Details,
  cancellation: Session['cancellation'],
  slots: Session['slots'],
  now: Temporal.Instant,
): Session {
  const { attendance, files_format, session_type } = row;
  const streamed = hasLivestream({ ...row, service: { session_type } }, now);
  return {
    ...presentCard(row, now),
    thread_id: row.thread_id,
    track_id: row.track_id,
    booked_at: row.booked_at?.toString() ?? null,
    credits: row.price,
    attendance,
    files_format,
    last_update: row.last_update.toString(),
    is_first_session: row.is_first_session,
    service: {
      id: row.service_id,
      label: row.service_label,
      category: row.service_category,
      session_type,
      needs_files: row.files_deadline_enabled,
      files_delivery: row.files_delivery,
      fileUploadRules: row.file_upload_rules as { value: string }[],
    },
    deliverables: { files_format, attendance },
    files_due_at: row.files_due_at?.toString() ?? null,
    livestream_link: streamed ? row.zoom_link : null,
    audio_link: streamed ? row.audiomovers_link : null,
    hold_expires_at: row.held_until?.toString() ?? null,
    hold_extended: row.hold_extended,
    slots,
    cancellation,
    calendar_sequence: row.calendar_sequence,
  };
}

/** What was cancelled or is only held takes no rating (decisions 5); 0 stars stand for none. */
function ratingOf({ phase, stars, comment, rated_at }: Details): Session['rating'] {
  if (phase !== 'booked') return { rating: 0, comment: null, status: 'disabled', rated_at: null };
  return stars === null
    ? { rating: 0, comment: null, status: 'none', rated_at: null }
    : { rating: stars, comment, status: 'rated', rated_at: rated_at?.toString() ?? null };
}

/** What cancelling now means for a client who may (part 2 section 4); null for everyone else. */
async function cancellationOf(
  db: Db,
  row: Details,
  viewer: queries.Viewer,
  now: Temporal.Instant,
): Promise<Session['cancellation']> {
  const judged = { ...row, files: { user: 0, output: 0 }, rating: { status: 'none' as const } };
  if (row.booked_at === null || !mayDo(viewer.role, 'cancel', judged, now).allowed) return null;
  const { refund, credits, from, until } = await refundNow(db, { ...row, booked_at: row.booked_at }, now);
  return { refund, credits, refund_from: from.toString(), refund_until: until.toString() };
}
