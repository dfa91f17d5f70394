import * as z from 'zod/mini';
import { LOT_SOURCES } from '../credits/rules.ts';
import { endpoint } from '../lib/endpoint.ts';
import { Id, Instant, SessionId } from '../lib/wire.ts';
import { Erasure } from '../privacy/contract.ts';
import { SESSION_STATUSES } from '../sessions/rules-status.ts';
import * as calls from './calls.ts';
import { AuditEntry } from './contract-audit.ts';
import { ListedPerson } from './contract-people.ts';

const params = z.object({ id: Id });
const notFound = { not_found: { status: 404, detail: 'There is no such person.' } } as const;

export const Person = z.object({
  ...ListedPerson.shape,
  email_verified: z.boolean(),
  timezone: z.string(),
  country: z.nullable(z.string()),
});
export type Person = z.infer<typeof Person>;

export const PersonMembership = z.object({
  plan: z.nullable(z.string()),
  is_annual: z.boolean(),
  /** At the prices of before. */
  legacy: z.boolean(),
  /** null: no subscription at a payment provider. */
  provider: z.nullable(z.string()),
  last_payment: z.nullable(z.enum(['success', 'failed'])),
  next_billing_at: z.nullable(Instant),
  ended_at: z.nullable(Instant),
});
export type PersonMembership = z.infer<typeof PersonMembership>;

export const PersonSession = z.object({
  id: SessionId,
  starts_at: Instant,
  status: z.enum(SESSION_STATUSES),
  service: z.string(),
  /** The other side: the musician of a client's session, the client of a musician's. */
  other: z.object({ id: Id, name: z.string() }),
  /** In credits. */
  price: z.int(),
});
export type PersonSession = z.infer<typeof PersonSession>;

export const getPerson = endpoint({
  ...calls.getPerson,
  summary: 'A person with membership, credits, latest sessions and what the audit log says of them',
  who: ['operator'],
  params,
  response: z.object({
    person: Person,
    /** null: not a client. */
    membership: z.nullable(PersonMembership),
    /** null: neither a client nor a managed one. */
    credits: z.nullable(
      z.object({
        total: z.int(),
        /** By where they come from, without those of which there are none. */
        sources: z.array(z.object({ source: z.enum(LOT_SOURCES), credits: z.int() })),
      }),
    ),
    /** null: not a musician. */
    musician: z.nullable(z.object({ slug: z.string(), title: z.string(), published: z.boolean() })),
    /** The latest by their start. */
    sessions: z.array(PersonSession),
    /** Booked and not over, the first by their start: what stays when they are blocked. */
    upcoming: z.array(PersonSession),
    /** Since when they are blocked, and why; null: they are not. */
    blocked: z.nullable(z.object({ at: Instant, reason: z.nullable(z.string()) })),
    /** In how many browsers they are signed in. */
    login_sessions: z.int(),
    /** null: not erased; and a deletion that was asked for. */
    erased_at: z.nullable(Instant),
    erasure: z.nullable(Erasure),
    /** The newest entries that concern them. */
    audit: z.array(AuditEntry),
  }),
  problems: notFound,
});
