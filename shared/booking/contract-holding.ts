import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { Id, Instant, SessionId, Text } from '../lib/wire.ts';
import { Session } from '../sessions/contract.ts';
import * as calls from './calls.ts';

/** A recorded hold, which counts toward the limits of holding (docs/product/booking.md#hold-limits). */
const PastHold = z.object({
  musician_id: Id,
  start_date: Instant,
  end_date: Instant,
  held_at: Instant,
  held_until: Instant,
  booked: z.boolean(),
  affordable: z.boolean(),
});

export const listHolds = endpoint({
  ...calls.listHolds,
  summary: "The caller's live hold, and what they held in the last six hours",
  who: ['client'],
  response: z.object({
    hold: z.nullable(z.object({ session: Session, step: z.nullable(z.string()) })),
    past: z.array(PastHold),
  }),
});

const DRAFT_MAX = 20_000;
const Step = Text(20);
/** Unchecked here: the form's fields are checked when the booking is confirmed. */
const DraftForm = z
  .record(Text(60), z.unknown())
  .check(z.refine((form) => JSON.stringify(form).length <= DRAFT_MAX, 'This is too long.'));
const Chosen = {
  session_id: SessionId,
  service_id: Id,
  slots: z.array(Id).check(z.maxLength(36)),
  step: Step,
  form: DraftForm,
};

export const getDraft = endpoint({
  ...calls.getDraft,
  summary: 'What the caller has chosen and written for a booking with a musician that is not confirmed',
  who: ['client'],
  query: z.object({ partner_id: Id }),
  response: z.object({ draft: z.nullable(z.object({ ...Chosen, saved_at: Instant })) }),
});

export const saveDraft = endpoint({
  ...calls.saveDraft,
  summary: 'Keep what is chosen and written beside a hold, so that any browser of the caller goes on with it',
  who: ['client'],
  body: z.object(Chosen),
  response: z.object({ saved_at: Instant }),
  problems: {
    not_found: { status: 404, detail: 'This hold is over. Please choose a time again.' },
  },
});
