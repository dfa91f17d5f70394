import type { saveDraft as saveDraftEndpoint } from '#shared/booking/contract-holding.ts';
import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { lockPerson } from '../accounts/steps.ts';
import { transaction } from '../db/transaction.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { putDraft } from './queries-drafts.ts';
import * as queries from './queries.ts';

/**
 * Saves the draft of the caller's hold, live or expired (docs/product/booking.md#draft). Takes the person's lock, so
 * that a late call leaves no draft behind a booking.
 */
export function saveDraft(
  ctx: SignedInCtx,
  { body }: InputOf<typeof saveDraftEndpoint>,
): Promise<Result<ResponseOf<typeof saveDraftEndpoint>, ProblemOf<typeof saveDraftEndpoint>>> {
  const { actor, now } = ctx;
  return transaction(ctx, async (tx) => {
    await lockPerson(tx, actor.id);
    const hold = await queries.holdOf(tx, actor.id);
    if (hold?.id !== body.session_id) return fail('not_found');
    await putDraft(tx, { ...body, person_id: actor.id, musician_id: hold.musician_id, saved_at: now });
    return ok({ saved_at: now.toString() });
  });
}
