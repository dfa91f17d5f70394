import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { perPerson } from '../lib/limits.ts';
import { Done, Id, Instant } from '../lib/wire.ts';
import { Session } from '../sessions/contract.ts';
import * as calls from './calls.ts';
import { prebook } from './contract.ts';

const Time = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/));
const Weekdays = z
  .array(z.int().check(z.minimum(1), z.maximum(7)))
  .check(z.minLength(1), z.maxLength(7))
  .check(
    z.refine((days) => days.every((day, n) => n === 0 || day > (days[n - 1] ?? 0)), 'In order, each once.'),
  );

/** A time that is offered to the caller and held for them meanwhile. */
const Offer = z.object({
  id: Id,
  start_date: Instant,
  end_date: Instant,
  /** Until when it can be accepted. */
  expires_at: Instant,
  /** In credits. */
  price: z.int(),
});

const Wait = z.object({
  id: Id,
  partner: z.object({ id: Id, slug: z.string(), name: z.string(), avatar: z.nullable(z.string()) }),
  /** `is_stopped`: the studio or the musician does not offer it now; nothing is offered before they do again. */
  service: z.object({ id: Id, label: z.string(), is_stopped: z.boolean() }),
  days: z.array(z.int()),
  /** Hours of each day in `timezone`; equal ones are the whole day. */
  from: z.string(),
  to: z.string(),
  timezone: z.string(),
  created_at: Instant,
  /** In the line for this musician, from 1. */
  position: z.int(),
  offer: z.nullable(Offer),
});
export type Wait = z.infer<typeof Wait>;

const offerProblems = {
  not_found: { status: 404, detail: 'We could not find this offer.' },
  offer_over: {
    status: 409,
    detail: 'This time is no longer kept for you. You stay in line and hear of the next one.',
  },
} as const;

export const listWaits = endpoint({
  ...calls.listWaits,
  summary: 'The waiting lists that the caller is in, their place in each, and the times offered to them',
  who: ['client'],
  response: z.object({ waiting: z.array(Wait) }),
});

export const joinLine = endpoint({
  ...calls.joinLine,
  summary: 'Wait for a musician: days and hours in which a time is offered once it is free',
  who: ['client'],
  status: 201,
  rateLimit: [perPerson('wait')],
  idempotent: true,
  body: z.object({ partner_id: Id, service_id: Id, days: Weekdays, from: Time, to: Time }),
  response: z.object({ waiting: Wait }),
  problems: {
    not_found: { status: 404, detail: 'We could not find this musician.' },
    other_service: { status: 422, detail: 'This musician does not offer this service.' },
    already_waiting: { status: 409, detail: 'You are already waiting for this musician.' },
    too_many_waits: {
      status: 409,
      detail: 'You are waiting for 10 musicians. Leave one of the lists to join another.',
    },
    free_now: { status: 409, detail: 'There is a free time that fits. You can book it now.' },
  },
});

export const changeWait = endpoint({
  ...calls.changeWait,
  summary: 'Change the days and hours of a wait; the place in line stays',
  who: ['client'],
  rateLimit: [perPerson('wait')],
  body: z.object({ waiting_id: Id, days: Weekdays, from: Time, to: Time }),
  response: z.object({ waiting: Wait }),
  problems: { not_found: { status: 404, detail: 'You are no longer in this line.' } },
});

export const leaveLine = endpoint({
  ...calls.leaveLine,
  summary: 'Wait no longer; a time that is offered goes to the next in line',
  who: ['client'],
  body: z.object({ waiting_id: Id }),
  response: Done,
  problems: { not_found: { status: 404, detail: 'You are no longer in this line.' } },
});

export const acceptOffer = endpoint({
  ...calls.acceptOffer,
  summary: 'Take the offered time: it becomes the ordinary hold of the caller',
  who: ['client'],
  status: 201,
  idempotent: true,
  body: z.object({ offer_id: Id }),
  response: z.object({ session: Session }),
  problems: { ...prebook.problems, ...offerProblems },
});

export const declineOffer = endpoint({
  ...calls.declineOffer,
  summary: 'Do not take the offered time: it goes to the next in line, the caller waits on',
  who: ['client'],
  body: z.object({ offer_id: Id }),
  response: Done,
  problems: offerProblems,
});
