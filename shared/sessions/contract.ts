import * as z from 'zod/mini';
import { SessionType } from '../catalogue/contract.ts';
import { endpoint } from '../lib/endpoint.ts';
import { perPerson } from '../lib/limits.ts';
import { Id, Instant, SessionId, SessionIdInUrl, Text, Total, paging } from '../lib/wire.ts';
import * as calls from './calls.ts';
import { HIDEABLE_FIELDS } from './rules-options.ts';
import { SESSION_STATUSES } from './rules-status.ts';

export const ShownStatus = z.enum(['prebooked', ...SESSION_STATUSES]);

const Person = { id: Id, name: z.string(), avatar: z.nullable(z.string()), timezone: z.string() };

/** A session with everything that its panels show. */
export const Session = z.object({
  id: SessionId,
  thread_id: z.nullable(Id),
  track_id: z.nullable(Id),
  type: z.enum(['upcoming', 'past']),
  status: ShownStatus,
  start_date: Instant,
  end_date: Instant,
  booked_at: z.nullable(Instant),
  duration: z.int(),
  /** Its price; 0 for a managed client, for whom the studio pays. */
  credits: z.int(),
  attendance: z.nullable(z.boolean()),
  files_format: z.nullable(z.string()),
  last_update: Instant,
  is_first_session: z.boolean(),
  /** It comes from the system that the studio had before. */
  is_imported: z.optional(z.boolean()),
  instrument_name: z.string(),
  user: z.object({ ...Person, email: z.string() }),
  partner: z.object({ ...Person, slug: z.string(), sessions_type: SessionType }),
  service: z.object({
    id: Id,
    label: z.string(),
    category: z.string(),
    session_type: SessionType,
    needs_files: z.boolean(),
    /** The studio has stopped it: it is not among what can be booked, and this session goes on. */
    is_stopped: z.optional(z.boolean()),
    files_delivery: z.int(),
    fileUploadRules: z.array(z.object({ value: z.string() })),
    /** What its booking form does not ask for. */
    hidden_fields: z.array(z.enum(HIDEABLE_FIELDS)),
  }),
  session_info: z.object({
    title: z.nullable(z.string()),
    track_genre: z.nullable(z.string()),
    reference_track: z.nullable(z.string()),
    meter: z.nullable(z.string()),
    bpm: z.nullable(z.string()),
    sampleRate: z.nullable(z.string()),
    options: z.record(z.string(), z.unknown()),
    /** Questions of the service and their answers, as labels. */
    named_options: z.array(z.object({ label: z.string(), value: z.string() })),
  }),
  deliverables: z.object({ files_format: z.nullable(z.string()), attendance: z.nullable(z.boolean()) }),
  rating: z.object({
    rating: z.int(),
    comment: z.nullable(z.string()),
    status: z.enum(['rated', 'none', 'disabled']),
    /** When it was first given; it can be changed for 14 days from then. */
    rated_at: z.nullable(Instant),
  }),
  /** Unread messages of the other side. */
  unread_messages: z.int(),
  /** Number of complete files in each folder: pre-session ('user') and delivered ('output'). */
  files: z.object({ user: z.int(), output: z.int() }),
  files_due_at: z.nullable(Instant),
  livestream_link: z.nullable(z.string()),
  audio_link: z.nullable(z.string()),
  /** Whether the caller may download what was delivered, and until or from when; null for callers without limits. */
  download: z.nullable(
    z.object({ state: z.enum(['offered', 'processing', 'expired']), until: z.nullable(Instant) }),
  ),
  /** When the session files are due; null once they are delivered, or the session is cancelled. */
  delivery_due_at: z.nullable(Instant),
  /** They were due, and are not delivered (docs/product/sessions.md#late-delivery). */
  delivery_late: z.boolean(),
  cancelled_at: z.nullable(Instant),
  /** How it was cancelled, as its reader may know it; null while it is not. */
  cancelled: z.nullable(
    z.object({
      by: z.enum(['client', 'studio']),
      /** The studio cancelled it because nothing was delivered. */
      undelivered: z.boolean(),
      reasons: z.array(z.string()),
      /** The client's note to the studio; null for the musician. */
      notes: z.nullable(z.string()),
      /** Credits that came back; null for the musician and for a managed client. */
      refunded: z.nullable(z.int()),
    }),
  ),
  hold_expires_at: z.nullable(Instant),
  hold_extended: z.boolean(),
  slots: z.array(z.object({ id: Id, start_date: Instant, duration: z.int() })),
  /**
   * What cancelling now would do for the client (docs/product/sessions.md#refund-on-cancelling); null where the
   * caller cannot cancel.
   */
  cancellation: z.nullable(
    z.object({
      /** Whether the credits come back now: after `refund_from` and before `refund_until`. */
      refund: z.boolean(),
      credits: z.int(),
      refund_from: Instant,
      refund_until: Instant,
    }),
  ),
  /** SEQUENCE of its calendar entry (RFC 5545); raised by every move and edit. */
  calendar_sequence: z.int(),
});
export type Session = z.infer<typeof Session>;

export const GROUPS = ['pending_review', 'upcoming_partners', 'upcoming', 'past'] as const;
export const Group = z.enum(GROUPS);
export type Group = z.infer<typeof Group>;

/** The fields of a card in My Sessions (docs/product/sessions.md#cards). */
export const SessionCard = z.pick(Session, {
  id: true,
  type: true,
  status: true,
  start_date: true,
  end_date: true,
  duration: true,
  instrument_name: true,
  user: true,
  partner: true,
  session_info: true,
  rating: true,
  unread_messages: true,
  files: true,
  download: true,
  delivery_due_at: true,
  delivery_late: true,
  cancelled_at: true,
});
export type SessionCard = z.infer<typeof SessionCard>;

const sessionNotFound = { not_found: { status: 404, detail: 'We could not find this session.' } } as const;
const notNow = {
  not_now: { status: 409, detail: 'This is not possible at this stage of the session.' },
} as const;

export const listSessions = endpoint({
  ...calls.listSessions,
  summary: "The caller's sessions, all or one group, always with the counts of the groups",
  who: ['client', 'partner', 'managed'],
  query: z.object({ group: z.optional(Group), ...paging(1000) }),
  response: z.object({
    sessions: z.array(SessionCard),
    total: Total,
    counts: z.object({
      pending_review: z.int(),
      upcoming_partners: z.int(),
      upcoming: z.int(),
      past: z.int(),
    }),
  }),
});

export const getSession = endpoint({
  ...calls.getSession,
  summary: 'One session, or one live hold, of the caller',
  who: ['client', 'partner', 'managed'],
  params: z.object({ id: SessionIdInUrl }),
  response: z.object({ session: Session }),
  problems: sessionNotFound,
});

export const approve = endpoint({
  ...calls.approve,
  summary: 'The musician marks the session ready',
  who: ['partner'],
  rateLimit: [perPerson('ready')],
  body: z.object({ session_id: SessionId }),
  response: z.object({ session: Session }),
  problems: { ...sessionNotFound, ...notNow },
});

export const close = endpoint({
  ...calls.close,
  summary: 'The musician closes a session that has nothing to deliver',
  who: ['partner'],
  rateLimit: [perPerson('close')],
  body: z.object({ session_id: SessionId }),
  response: z.object({ session: Session }),
  problems: { ...sessionNotFound, ...notNow },
});

export const rate = endpoint({
  ...calls.rate,
  summary: 'The client rates a past session, once; the rating can be changed for 14 days',
  who: ['client', 'managed'],
  idempotent: true,
  body: z.object({ session_id: SessionId, rating: z.int(), comment: z.optional(z.nullable(Text(5000))) }),
  response: z.object({ session: Session }),
  problems: {
    ...sessionNotFound,
    not_now: { status: 409, detail: 'This session cannot be rated now.' },
    invalid: { status: 422, detail: 'A rating has 1 to 5 stars, and a comment of at most 1000 characters.' },
  },
});

export const Track = z.object({
  id: Id,
  title: z.string(),
  track_genre: z.nullable(z.string()),
  reference_track: z.nullable(z.string()),
  meter: z.nullable(z.string()),
  bpm: z.nullable(z.string()),
  sampleRate: z.nullable(z.string()),
  options: z.record(z.string(), z.unknown()),
});
export type Track = z.infer<typeof Track>;

/** The track's own fields as sent; lengths are checked by the booking rules, which have the texts. */
export const TrackFields = {
  track_genre: z.optional(z.nullable(Text(254))),
  reference_track: z.optional(z.nullable(Text(2000))),
  meter: z.optional(z.nullable(Text(2000))),
  bpm: z.optional(z.nullable(Text(2000))),
  sampleRate: z.optional(z.nullable(Text(100))),
};

export const createTrack = endpoint({
  ...calls.createTrack,
  summary: "Add a track to the caller's own",
  who: ['client', 'managed'],
  status: 201,
  idempotent: true,
  body: z.object({ title: Text(2000), ...TrackFields }),
  response: z.object({ id: Id, track: Track }),
  problems: { invalid: { status: 422, detail: 'Please check the fields.' } },
});

export const listTracks = endpoint({
  ...calls.listTracks,
  summary: "The caller's tracks, newest first",
  who: ['client', 'managed'],
  query: z.object({ ...paging(100) }),
  response: z.object({ tracks: z.array(Track), total: Total }),
});
