import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { Instant, Id } from '../lib/wire.ts';
import * as calls from './calls.ts';
import { AUDITED, AUDIT_OBJECTS } from './rules-audit.ts';

const Named = z.object({ id: Id, name: z.string() });
const Facts = z.nullable(z.record(z.string(), z.unknown()));

export const AuditEntry = z.object({
  id: Id,
  at: Instant,
  /** null: by a command. */
  operator: z.nullable(Named),
  what: z.enum(AUDITED),
  object: z.object({ kind: z.enum(AUDIT_OBJECTS), id: z.string() }),
  /** Whom it concerns. */
  person: z.nullable(Named),
  reason: z.nullable(z.string()),
  before: Facts,
  after: Facts,
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const listAuditLog = endpoint({
  ...calls.listAuditLog,
  summary: 'What operators and commands have changed, newest first, 50 at a time',
  who: ['operator'],
  query: z.object({
    /** `next` of the page before. */
    after: z.optional(Id),
    /** An operator's id, or `command`. */
    operator: z.optional(z.union([z.literal('command'), Id])),
    what: z.optional(z.enum(AUDITED)),
    object_kind: z.optional(z.enum(AUDIT_OBJECTS)),
    object_id: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    /** Whom it concerns. */
    person: z.optional(Id),
  }),
  response: z.object({
    entries: z.array(AuditEntry),
    /** For the next page; null: there is none. */
    next: z.nullable(Id),
    /** Everybody who can be an `operator`. */
    operators: z.array(Named),
  }),
});
