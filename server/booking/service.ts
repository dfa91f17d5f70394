import type { Db } from '../db/transaction.ts';
import * as queries from './queries.ts';

export { bookAsOperator } from './book-as-operator.ts';
export type { ChoiceRefusal } from './check-choice.ts';
export { cancel } from './cancel.ts';
export { cancelAsOperator } from './cancel-as-operator.ts';
export { confirm } from './confirm.ts';
export { extend } from './extend.ts';
export { getDraft } from './get-draft.ts';
export { listHolds } from './list-holds.ts';
export { moveAsOperator } from './move-as-operator.ts';
export { prebook } from './prebook.ts';
export { release } from './release.ts';
export { reschedule } from './reschedule.ts';
export { saveDraft } from './save-draft.ts';
export { sendFeedback } from './send-feedback.ts';
export { updateSession } from './update-session.ts';
export { WAITING_INVARIANTS } from './waiting/queries-invariants.ts';

/** How many booked sessions of a client are not over at `now` (docs/product/booking.md#session-limits). */
export async function currentSessions(db: Db, clientId: string, now: Temporal.Instant): Promise<number> {
  return (await queries.countBooked(db, clientId, now)).upcoming;
}
