import type { prebook as prebookEndpoint } from '#shared/booking/contract.ts';
import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { hasLine, requestedSlots } from '../calendar/steps.ts';
import { limitations } from '../content/service.ts';
import { together } from '../db/pipeline.ts';
import { transaction, type Tx } from '../db/transaction.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { beginHold, holdFacts, lockHolder, lockToHold, replaceHold, type EarlierHold } from './begin-hold.ts';
import { settleLine } from './waiting/settle.ts';

type Refusal = ProblemOf<typeof prebookEndpoint>;
type Output = ResponseOf<typeof prebookEndpoint>;

interface PrebookRequest {
  readonly slotIds: readonly string[];
  readonly primary: string;
  readonly serviceId: string;
}

/**
 * Holds slots at a fixed price, replacing an earlier hold (docs/product/booking.md#hold). 409 `slot_taken` for a
 * taken slot, 429 beyond the limits (docs/product/booking.md#hold-limits).
 */
export async function prebook(
  ctx: SignedInCtx,
  { body }: InputOf<typeof prebookEndpoint>,
): Promise<Result<Output, Refusal>> {
  const { actor } = ctx;
  const request: PrebookRequest = {
    slotIds: body.slots.map((id) => id.toLowerCase()),
    primary: body.primary_slot.toLowerCase(),
    serviceId: body.options.service_id,
  };
  const { booking_priority_end: priorityEnd } = await limitations(ctx);
  return transaction(ctx, async (tx): Promise<Result<Output, Refusal>> => {
    const found = await findMusician(tx, ctx, request);
    if (!found.ok) return found;
    const { musicianId, earlier } = found.value;
    const choice = { ...request, musicianId, priorityEnd };
    const [ending, waited, facts] = await together([
      lockToHold(tx, musicianId, earlier),
      hasLine(tx, musicianId),
      earlier === null ? holdFacts(tx, ctx, choice) : null,
    ]);
    if (facts !== null && !waited) return beginHold(tx, ctx, choice, facts);

    const booking = { personId: actor.id, slotIds: request.slotIds };
    if (waited) await settleLine(tx, ctx, { musicianId, priorityEnd, booking });
    return replaceHold(tx, ctx, choice, ending);
  });
}

/**
 * The musician of the slots and the caller's earlier hold, under the caller's lock. Refuses obviously taken slots
 * without waiting for the musician's lock.
 */
async function findMusician(
  tx: Tx,
  { actor, now }: SignedInCtx,
  { slotIds }: PrebookRequest,
): Promise<Result<{ readonly musicianId: string; readonly earlier: EarlierHold }, Refusal>> {
  const [earlier, slots] = await together([
    lockHolder(tx, actor.id),
    requestedSlots(tx, { slotIds, ownSession: { holdOf: actor.id }, now }),
  ]);
  const [first] = slots;
  if (first === undefined) return fail('not_found');
  const musicianId = first.musician_id;
  return slots.some((slot) => slot.taken) ? fail('slot_taken') : ok({ musicianId, earlier });
}
