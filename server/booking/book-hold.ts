import { creditsWarning } from '#shared/booking/rules.ts';
import type { BookingForm } from '#shared/booking/rules-form.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { firstStatus } from '#shared/sessions/rules.ts';
import { filesDueAt } from '#shared/sessions/rules-terms.ts';
import { bookClaims, refreshFreeEnd } from '../calendar/steps.ts';
import type { CatalogueService } from '../catalogue/service.ts';
import { balance } from '../credits/service.ts';
import { planSpending, spend } from '../credits/steps.ts';
import type { Ctx } from '../ctx/ctx.ts';
import { together } from '../db/pipeline.ts';
import type { Tx } from '../db/transaction.ts';
import { openThread } from '../messages/steps.ts';
import { sessionHappened } from '../sessions/events.ts';
import { addTrack, confirmHold, type SessionRow } from '../sessions/steps.ts';
import { deleteDraft } from './queries-drafts.ts';
import * as records from './queries-holding.ts';
import { endWait } from './waiting/steps.ts';

/** How a hold is booked; the form is checked. */
export interface HoldBooking {
  readonly service: CatalogueService;
  readonly form: BookingForm;
  readonly trackId: string | null;
  /** Whether a new track is added in the same transaction. */
  readonly savesTrack: boolean;
  readonly isFirst: boolean;
  /** Who books: the client, or the operator for them. */
  readonly actorId: string;
}

type HeldSession = Pick<SessionRow, 'id' | 'client_id' | 'musician_id' | 'starts_at' | 'price'>;

/**
 * Books a checked hold, pays for it and tells both sides, in the lock order: claims and musician, session, thread, lots.
 * The caller holds the client's and the musician's lock. Returns what `read` does, which goes out with the last writes.
 */
export async function bookHold<T>(
  tx: Tx,
  ctx: Pick<Ctx, 'events' | 'now'>,
  hold: HeldSession,
  { service, form, trackId, savesTrack, isFirst, actorId }: HoldBooking,
  read: () => Promise<T>,
): Promise<Result<T, 'hold_expired' | 'not_enough_credits'>> {
  const { events, now } = ctx;
  const { id: sessionId, client_id: clientId, musician_id: musicianId, price } = hold;
  const track = savesTrack ? await addTrack(tx, { clientId, info: form.info, now }) : trackId;
  const confirmation = {
    status: firstStatus(service.files_deadline_enabled),
    trackId: track,
    info: form.info,
    filesFormat: form.filesFormat,
    attendance: form.attendance,
    filesDueAt: filesDueAt(service, hold.starts_at, now),
    isFirst,
    actorId,
  };
  const [claims, , , plan] = await together([
    bookClaims(tx, { sessionId, now }),
    confirmHold(tx, { ...confirmation, sessionId, now }),
    openThread(tx, { sessionId, authorId: clientId, body: form.message, now }),
    planSpending(tx, { personId: clientId, amount: price, now }),
    records.setBooked(tx, sessionId),
    deleteDraft(tx, clientId, musicianId),
    refreshFreeEnd(tx, musicianId, now),
    endWait(tx, ctx, { personId: clientId, musicianId, ended: 'booked' }),
  ]);
  if (claims === 0) return fail('hold_expired');
  if (plan === null) {
    const { total } = await balance(tx, clientId, now);
    const detail = creditsWarning(total, price);
    return fail('not_enough_credits', detail === null ? {} : { detail });
  }
  const [, , value] = await together([
    spend(tx, plan, { sessionId, now }),
    events.emit(tx, sessionHappened, { session_id: sessionId, what: 'booked' }),
    read(),
  ]);
  return ok(value);
}
