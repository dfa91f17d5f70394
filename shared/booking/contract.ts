import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { perPerson } from '../lib/limits.ts';
import { Done, Id, SessionId, Text } from '../lib/wire.ts';
import { Session, TrackFields } from '../sessions/contract.ts';
import * as calls from './calls.ts';

const holdNotFound = {
  not_found: { status: 404, detail: 'This hold is over. Please choose a time again.' },
} as const;
const sessionNotFound = {
  not_found: { status: 404, detail: 'We could not find this session.' },
} as const;
/** Reasons ticked in the form, and the person's own notes. */
const Feedback = {
  cancellation_reasons: z._default(z.array(Text(200)).check(z.maxLength(20)), []),
  feedback_notes: z.optional(z.nullable(Text(2000))),
};
/** Track and details as the booking form sends them. Exact lengths are checked by its rules, for their texts. */
const Form = {
  track_id: z.optional(z.nullable(Id)),
  session_info: z.object({
    title: Text(2000),
    ...TrackFields,
    options: z.optional(
      z
        .record(Text(60), Text(500))
        .check(z.refine((options) => Object.keys(options).length <= 50, 'At most 50 options.')),
    ),
  }),
  deliverables: z.object({ files_format: z.optional(z.nullable(Text(500))), attendance: z.boolean() }),
};
const slotTaken = {
  slot_taken: {
    status: 409,
    detail: 'Someone was faster: this time has just been taken. Please choose another.',
  },
} as const;
const holdExpired = {
  hold_expired: { status: 409, detail: 'Your hold has run out. Please choose a time again.' },
} as const;

/**
 * The limits of holding (docs/product/booking.md#hold-limits). `detail` and Retry-After say when it is possible
 * again.
 */
const holdLimits = {
  unpaid_hold: { status: 429, detail: 'You need more credits to hold this time.' },
  held_too_long: {
    status: 429,
    detail: 'You have held this time as long as you can without booking it.',
  },
} as const;

export const prebook = endpoint({
  ...calls.prebook,
  summary: 'Hold slots for 15 minutes; an earlier hold of the caller is given back',
  who: ['client'],
  status: 201,
  idempotent: true,
  body: z.object({
    slots: z.array(Id).check(z.minLength(1), z.maxLength(36)),
    primary_slot: Id,
    options: z.object({ service_id: Id }),
  }),
  response: z.object({ session: Session }),
  problems: {
    ...slotTaken,
    not_found: { status: 404, detail: 'We could not find this time.' },
    restricted: { status: 403, detail: 'Members can book this time first.' },
    bad_selection: { status: 422, detail: 'This choice of times does not fit the service.' },
    hold_changed: {
      status: 409,
      detail: 'Another window changed your hold at the same moment. Please try again.',
    },
    ...holdLimits,
    too_many_holds: { status: 429, detail: 'You have held 20 times within an hour.' },
  },
});

export const extend = endpoint({
  ...calls.extend,
  summary: 'Lengthen a live hold by 10 minutes, once',
  who: ['client'],
  body: z.object({ session_id: SessionId }),
  response: z.object({ session: Session }),
  problems: {
    ...holdNotFound,
    already_extended: { status: 409, detail: 'This hold has already been extended once.' },
    ...holdLimits,
  },
});

export const release = endpoint({
  ...calls.release,
  summary: 'Give a hold back',
  who: ['client'],
  body: z.object({ session_id: SessionId }),
  response: Done,
  problems: holdNotFound,
});

export const confirm = endpoint({
  ...calls.confirm,
  summary: 'Confirm a hold: takes the credits, books the session, opens its thread; twice is one booking',
  who: ['client'],
  status: 201,
  idempotent: true,
  body: z.object({
    session_id: SessionId,
    ...Form,
    message: z.optional(z.nullable(Text(5000))),
    /** Without `track_id`: adds the track of `session_info` to the caller's own with the booking. */
    save_track: z.optional(z.boolean()),
  }),
  response: z.object({ session: Session }),
  problems: {
    ...holdNotFound,
    ...holdExpired,
    invalid: { status: 422, detail: 'Please check the fields.' },
    not_enough_credits: { status: 422, detail: 'You need more credits to book this session.' },
    session_limit: {
      status: 409,
      detail: 'You already have 30 sessions booked. You can book the next one when one of them is over.',
    },
    concurrency_limit: { status: 409, detail: 'Your plan does not allow more upcoming sessions at a time.' },
    address_not_proved: { status: 409, detail: 'Confirm your email to book your first session.' },
  },
});

export const cancel = endpoint({
  ...calls.cancel,
  summary: 'Cancel an upcoming session; the answer says whether the credits came back',
  who: ['client', 'managed'],
  rateLimit: [perPerson('cancel')],
  idempotent: true,
  body: z.object({
    session_id: SessionId,
    ...Feedback,
    /** Whether the person was shown a refund; if it has lapsed, the call is refused. */
    expected_refund: z.optional(z.boolean()),
  }),
  response: z.object({ session: Session, refunded: z.int() }),
  problems: {
    ...sessionNotFound,
    not_now: { status: 409, detail: 'This session cannot be cancelled any more.' },
    refund_changed: {
      status: 409,
      detail: 'The time for getting the credits back has just passed. Please look again before you cancel.',
    },
  },
});

export const sendFeedback = endpoint({
  ...calls.sendFeedback,
  summary:
    "Feedback on a session: the client's 'cancel-by-user' cancels it; the musician's 'missing_materials' asks for files again, 'contact_support' writes to the studio",
  who: ['client', 'partner', 'managed'],
  idempotent: true,
  body: z.object({
    session_id: SessionId,
    feedback_type: z.enum(['cancel-by-user', 'missing_materials', 'contact_support']),
    ...Feedback,
  }),
  response: z.object({ session: Session }),
  problems: {
    ...sessionNotFound,
    not_yours: { status: 403, detail: 'This kind of feedback is for the other side of the session.' },
    not_now: { status: 409, detail: 'This is not possible at this stage of the session.' },
    invalid: { status: 422, detail: 'Please check the fields.' },
  },
});

export const updateSession = endpoint({
  ...calls.updateSession,
  summary: 'Change the track and the details of an upcoming session',
  who: ['client', 'managed'],
  rateLimit: [perPerson('edit')],
  body: z.object({
    session_id: SessionId,
    ...Form,
  }),
  response: z.object({ session: Session }),
  problems: {
    ...sessionNotFound,
    edit_not_allowed: { status: 401, detail: 'You are not allowed to make changes on this session.' },
    invalid: { status: 422, detail: 'Please check the fields.' },
  },
});

export const reschedule = endpoint({
  ...calls.reschedule,
  summary:
    'Move an upcoming session to other times of the same musician and service, while cancelling would refund',
  who: ['client', 'managed'],
  rateLimit: [perPerson('move')],
  idempotent: true,
  body: z.object({
    session_id: SessionId,
    slots: z.array(Id).check(z.minLength(1), z.maxLength(36)),
    primary_slot: Id,
  }),
  response: z.object({ session: Session }),
  problems: {
    ...slotTaken,
    ...sessionNotFound,
    not_now: { status: 409, detail: 'This session cannot be moved any more.' },
    restricted: { status: 403, detail: 'Members can book this time first.' },
    bad_selection: { status: 422, detail: 'This choice of times does not fit the service.' },
  },
});
