import * as z from 'zod/mini';
import { LOT_SOURCES } from '../credits/rules.ts';
import { endpoint } from '../lib/endpoint.ts';
import { Id, Instant, SessionIdInUrl } from '../lib/wire.ts';
import { MAILS, type MailName } from '../notifications/rules.ts';
import { TRANSITIONS, type RecordedEvent } from '../sessions/rules.ts';
import { SESSION_STATUSES } from '../sessions/rules-status.ts';
import * as calls from './calls.ts';
import { AuditEntry } from './contract-audit.ts';
import { ListedSession } from './contract-sessions.ts';
import { ROLES } from './rules-people.ts';

export const params = z.object({ id: SessionIdInUrl });
export const notFound = { not_found: { status: 404, detail: 'There is no such session.' } } as const;

const Named = z.object({ id: Id, name: z.string() });
const Side = z.object({
  ...Named.shape,
  role: z.enum(ROLES),
  avatar: z.nullable(z.string()),
  timezone: z.string(),
});
const Folder = z.enum(['user', 'output']);
const RECORDED_EVENTS: readonly RecordedEvent[] = [...TRANSITIONS.map(({ event }) => event), 'rescheduled'];
const MAIL_NAMES = Object.keys(MAILS) as readonly MailName[];
const Status = z.enum(['prebooked', ...SESSION_STATUSES]);

export const SessionFacts = z.object({
  ...ListedSession.shape,
  client: Side,
  musician: Side,
  /** In minutes. */
  duration: z.int(),
  booked_at: z.nullable(Instant),
  files_due_at: z.nullable(Instant),
  delivery_due_at: Instant,
  title: z.nullable(z.string()),
  files_format: z.nullable(z.string()),
  attendance: z.nullable(z.boolean()),
  is_first_session: z.boolean(),
  /** Stars; null without a rating. */
  rating: z.nullable(z.int()),
  messages: z.int(),
  cancelled: z.nullable(z.object({ at: Instant, by: z.nullable(Named), reasons: z.array(z.string()) })),
});
export type SessionFacts = z.infer<typeof SessionFacts>;

export const LedgerEntry = z.object({
  at: Instant,
  delta: z.int(),
  reason: z.enum(['grant', 'spend', 'refund', 'expiry', 'withdrawal', 'rollover', 'return']),
  source: z.enum(LOT_SOURCES),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

export const SessionFile = z.object({
  id: Id,
  folder: Folder,
  /** With its folders. */
  name: z.string(),
  /** In bytes. */
  size: z.int(),
  by: Named,
  /** When it arrived. */
  at: Instant,
});
export type SessionFile = z.infer<typeof SessionFile>;

export const TimelineEntry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('event'),
    id: Id,
    at: Instant,
    event: z.enum(RECORDED_EVENTS),
    from: Status,
    to: Status,
    /** null: time. */
    by: z.nullable(Named),
  }),
  z.object({
    kind: z.literal('mail'),
    id: z.string(),
    at: Instant,
    mail: z.enum(MAIL_NAMES),
    /** null: to an address that is no longer theirs. */
    to: z.nullable(z.enum(['client', 'musician'])),
  }),
  z.object({ kind: z.literal('credits'), id: Id, ...LedgerEntry.shape }),
  z.object({ kind: z.literal('file'), ...SessionFile.shape }),
  z.object({ kind: z.literal('audit'), id: Id, at: Instant, entry: AuditEntry }),
]);
export type TimelineEntry = z.infer<typeof TimelineEntry>;

export const getSession = endpoint({
  ...calls.getSession,
  summary: 'A session with its credits, its files and what happened to it',
  who: ['operator'],
  params,
  response: z.object({
    session: SessionFacts,
    ledger: z.array(LedgerEntry),
    files: z.array(SessionFile),
    /** The newest entries, the newest first. */
    timeline: z.array(TimelineEntry),
  }),
  problems: notFound,
});

export const listMoveTimes = endpoint({
  ...calls.listMoveTimes,
  summary: 'The times to which an operator can move a session now',
  who: ['operator'],
  params,
  response: z.object({ times: z.array(z.object({ starts_at: Instant, ends_at: Instant })) }),
  problems: notFound,
});
