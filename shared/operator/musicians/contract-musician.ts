import * as z from 'zod/mini';
import { MAX_RATE_CENTS } from '../../calendar/rules-pay.ts';
import { DRAFT_PARTS } from '../../catalogue/rules-draft.ts';
import { endpoint } from '../../lib/endpoint.ts';
import { Day, FieldError, Id, Instant, SessionId, Text, Zone } from '../../lib/wire.ts';
import { AuditEntry } from '../contract-audit.ts';
import * as calls from './calls-musicians.ts';
import { PAGE_STATES } from './rules-musicians.ts';

const params = z.object({ id: Id });
export const notFound = { not_found: { status: 404, detail: 'There is no such musician.' } } as const;
const Named = z.object({ id: Id, name: z.string() });

/** A part of a profile, as it is published and as the draft has it; a part with several has one text for each. */
const ProfilePart = z.object({
  part: z.enum(DRAFT_PARTS),
  changed: z.boolean(),
  published: z.array(z.string()),
  draft: z.array(z.string()),
});
export type ProfilePart = z.infer<typeof ProfilePart>;

export const MusicianProfile = z.object({
  state: z.enum(['waiting', 'returned', 'new', 'changed', 'published']),
  /** Of the draft; a decision names it. */
  version: z.int(),
  submitted_at: z.nullable(Instant),
  returned_note: z.nullable(z.string()),
  is_published: z.boolean(),
  parts: z.array(ProfilePart),
  /** What stands in the way of publishing. */
  missing: z.array(FieldError),
});
export type MusicianProfile = z.infer<typeof MusicianProfile>;

export const Rate = z.object({ from: Day, fixed_cents: z.int(), flexible_cents: z.int() });
export type MusicianRate = z.infer<typeof Rate>;

export const MusicianSchedule = z.object({
  /** The weekly hours in force today, and those that follow. */
  hours: z.array(
    z.object({
      valid_from: Day,
      valid_until: z.nullable(Day),
      hours: z.array(
        z.object({
          weekday: z.int(),
          from: z.string(),
          unit_minutes: z.int(),
          category: z.string(),
        }),
      ),
    }),
  ),
  time_off: z.array(
    z.object({
      from_day: Day,
      to_day: Day,
      from_time: z.nullable(z.string()),
      to_time: z.nullable(z.string()),
      every_year: z.boolean(),
      note: z.string(),
    }),
  ),
});
export type MusicianSchedule = z.infer<typeof MusicianSchedule>;

export const MusicianConflict = z.object({
  session_id: SessionId,
  /** The calendar's name. */
  calendar: z.string(),
  starts_at: Instant,
  ends_at: Instant,
  busy_from: Instant,
  busy_until: Instant,
});
export type MusicianConflict = z.infer<typeof MusicianConflict>;

/** A payment, also one whose mark was taken back. */
export const MusicianPayment = z.object({
  id: Id,
  /** The month's first day. */
  month: Day,
  cents: z.int(),
  paid_on: Day,
  reference: z.string(),
  marked_at: Instant,
  marked_by: Named,
  taken_back: z.nullable(z.object({ at: Instant, by: Named, reason: z.string() })),
});
export type MusicianPayment = z.infer<typeof MusicianPayment>;

export const Musician = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  avatar: z.nullable(z.string()),
  slug: z.string(),
  title: z.string(),
  page: z.enum(PAGE_STATES),
  timezone: Zone,
  sessions_type: z.enum(['offline', 'live', 'all']),
  next_free_at: z.nullable(Instant),
});
export type Musician = z.infer<typeof Musician>;

export const getMusician = endpoint({
  ...calls.getMusician,
  summary: 'A musician: profile beside its draft, services, hours, rates, conflicts and payments',
  who: ['operator'],
  params,
  response: z.object({
    musician: Musician,
    profile: MusicianProfile,
    services: z.array(
      z.object({ id: Id, value: z.string(), label: z.string(), minutes: z.int(), credits: z.int() }),
    ),
    schedule: MusicianSchedule,
    /** The first day's first. */
    rates: z.array(Rate),
    /** The first day that a rate may begin on; null: any. */
    rates_from: z.nullable(Day),
    conflicts: z.array(MusicianConflict),
    /** The last marked first. */
    payments: z.array(MusicianPayment),
    /** The newest entries that concern them. */
    audit: z.array(AuditEntry),
  }),
  problems: notFound,
});

const ofVersion = { version: z.int().check(z.minimum(0), z.maximum(2_147_483_647)) };
const decision = {
  ...notFound,
  changed: { status: 409, detail: 'The profile is another one now. Please look at it again.' },
  not_waiting: { status: 409, detail: 'This profile does not wait for approval.' },
} as const;
/** The version that the page has now. */
const Decided = z.object({ ok: z.literal(true) });

export const approveProfile = endpoint({
  ...calls.approveProfile,
  summary: 'Publish a profile that waits for approval, in the version that was seen',
  who: ['operator'],
  params,
  body: z.object(ofVersion),
  response: Decided,
  problems: {
    ...decision,
    incomplete: { status: 422, detail: 'Something is missing in this profile.' },
  },
});

/** The longest note of a returned profile. */
const NOTE_MAX = 1000;

export const returnProfile = endpoint({
  ...calls.returnProfile,
  summary: 'Return a profile that waits for approval, with a note for its musician',
  who: ['operator'],
  params,
  body: z.object({ ...ofVersion, note: z.string().check(z.trim(), z.minLength(1), z.maxLength(NOTE_MAX)) }),
  response: Decided,
  problems: { ...decision, bad_note: { status: 422, detail: 'A note has 1 to 1000 characters.' } },
});

export const setMusicianServices = endpoint({
  ...calls.setMusicianServices,
  summary: 'Set which services a musician offers, by their names in the catalogue',
  who: ['operator'],
  params,
  body: z.object({ ...ofVersion, services: z.array(Text(255)).check(z.maxLength(200)) }),
  response: z.object({ ok: z.literal(true) }),
  problems: {
    ...notFound,
    changed: decision.changed,
    unknown_service: { status: 422, detail: 'The catalogue does not have one of these services.' },
    no_service: { status: 422, detail: 'A musician with a page offers one service at least.' },
    nothing_changes: { status: 422, detail: 'This changes nothing.' },
  },
});

const RATE_CENTS = z.int().check(z.minimum(0), z.maximum(MAX_RATE_CENTS));

export const setMusicianRate = endpoint({
  ...calls.setMusicianRate,
  summary: 'Set what a musician earns an hour from a day on, in cents',
  who: ['operator'],
  params,
  body: z.object({ from: Day, fixed_cents: RATE_CENTS, flexible_cents: RATE_CENTS }),
  response: z.object({ ok: z.literal(true) }),
  problems: {
    ...notFound,
    month_closed: { status: 409, detail: 'That day is in or before a closed month, which never changes.' },
  },
});
