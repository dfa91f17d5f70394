import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { Id, Instant, SessionId, Text } from '../lib/wire.ts';
import * as calls from './calls.ts';
import { notFound, params } from './contract-session.ts';
import { REASON_MAX } from './rules-people.ts';
import { UNITS_MAX } from './rules-sessions.ts';

const Reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(REASON_MAX));
const notNow = { status: 409, detail: 'This is not possible at this stage of the session.' } as const;
const timeProblems = {
  no_time: { status: 404, detail: 'We could not find this time.' },
  slot_taken: { status: 409, detail: 'Somebody was faster: this time is taken. Please choose another.' },
  bad_selection: { status: 422, detail: 'This time does not fit.' },
} as const;

export const moveSession = endpoint({
  ...calls.moveSession,
  summary: 'Move an upcoming session to free times of its musician, also one that has begun',
  who: ['operator'],
  params,
  body: z.object({ starts_at: Instant }),
  response: z.object({ starts_at: Instant, ends_at: Instant }),
  problems: { ...notFound, not_now: notNow, ...timeProblems },
});

const refunding = {
  who: ['operator'],
  params,
  body: z.object({ reason: Reason }),
  /** Credits that came back. */
  response: z.object({ refunded: z.int() }),
  problems: { ...notFound, not_now: notNow },
} as const;

export const cancelSession = endpoint({
  ...calls.cancelSession,
  summary: 'Cancel an upcoming session, also one that has begun; its credits come back',
  ...refunding,
});

export const setNotDelivered = endpoint({
  ...calls.setNotDelivered,
  summary: 'Take back a session that is over and was not delivered; its credits come back',
  ...refunding,
});

export const readMessages = endpoint({
  ...calls.readMessages,
  summary: "Read a session's messages, with a reason for the audit log",
  who: ['operator'],
  params,
  body: z.object({ reason: Reason }),
  response: z.object({
    /** The latest ones, the first first. */
    messages: z.array(
      z.object({ id: Id, at: Instant, body: z.string(), by: z.object({ id: Id, name: z.string() }) }),
    ),
    total: z.int(),
  }),
  problems: notFound,
});

const who = { client: Id, musician: Id, service: Id };
const noSuch = {
  not_found: { status: 404, detail: 'There is no such client, musician or service of theirs.' },
} as const;

export const listBookingTimes = endpoint({
  ...calls.listBookingTimes,
  summary: 'The times that an operator can book now for a client, and the price of each in credits',
  who: ['operator'],
  query: z.object({
    ...who,
    /** How many times the service's own length. */
    units: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(UNITS_MAX)), 1),
  }),
  response: z.object({
    times: z.array(z.object({ starts_at: Instant, ends_at: Instant, price: z.int() })),
    /** The client's credits; null: the studio pays. */
    credits: z.nullable(z.int()),
  }),
  problems: noSuch,
});

export const listBookableServices = endpoint({
  ...calls.listBookableServices,
  summary: 'The services that can be booked with a musician',
  who: ['operator'],
  params: z.object({ id: Id }),
  response: z.object({
    services: z.array(z.object({ id: Id, label: z.string(), minutes: z.int(), is_offline: z.boolean() })),
  }),
});

export const bookSession = endpoint({
  ...calls.bookSession,
  summary:
    'Book a session for a client, who pays with their credits, or a managed client, for whom the studio pays',
  who: ['operator'],
  idempotent: true,
  status: 201,
  body: z.object({
    ...who,
    units: z._default(z.int().check(z.minimum(1), z.maximum(UNITS_MAX)), 1),
    starts_at: Instant,
    title: Text(255),
    attendance: z.boolean(),
    /** The first message, as the client's; null: none. */
    message: z._default(z.nullable(Text(4000)), null),
  }),
  response: z.object({ id: SessionId, starts_at: Instant, ends_at: Instant, price: z.int() }),
  problems: {
    ...noSuch,
    ...timeProblems,
    invalid: { status: 422, detail: 'Please check what you entered.' },
    client_blocked: { status: 409, detail: 'This client is blocked. Unblock them first.' },
    holding: {
      status: 409,
      detail: 'The client is holding a time in the studio just now. Please try again once that is over.',
    },
    session_limit: {
      status: 409,
      detail: 'This client has 30 sessions booked. The next can be booked when one is over.',
    },
    concurrency_limit: {
      status: 409,
      detail: "The client's plan does not allow more upcoming sessions at a time.",
    },
    address_not_proved: {
      status: 409,
      detail: 'A trial credit books only once the client has confirmed their address.',
    },
    not_enough_credits: {
      status: 422,
      detail: 'The client has too few credits. Grant them first, or choose less.',
    },
  },
});
