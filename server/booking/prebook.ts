import type { prebook as prebookEndpoint } from '#shared/booking/contract.ts';
import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { requestedSlots } from '../calendar/steps.ts';
import { limitations } from '../content/service.ts';
import { transaction, type Tx } from '../db/transaction.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { beginHold, lockToHold } from './begin-hold.ts';
import * as queries from './queries.ts';
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
    const musician = await findMusician(tx, ctx, request);
    if (!musician.ok) return musician;
    const musicianId = musician.value;

    const earlier = await lockToHold(tx, actor.id, musicianId);
    const booking = { personId: actor.id, slotIds: request.slotIds };
    await settleLine(tx, ctx, { musicianId, priorityEnd, booking });
    return beginHold(tx, ctx, { ...request, musicianId, priorityEnd, earlier });
  });
}

/** The musician of the slots. Refuses obviously taken slots without waiting for the musician's lock. */
async function findMusician(
  tx: Tx,
  { actor, now }: SignedInCtx,
  { slotIds }: PrebookRequest,
): Promise<Result<string, Refusal>> {
  const hold = await queries.holdOf(tx, actor.id);
  const slots = await requestedSlots(tx, { slotIds, ownSession: hold?.id ?? null, now });
  const [first] = slots;
  if (first === undefined) return fail('not_found');
  return slots.some((slot) => slot.taken) ? fail('slot_taken') : ok(first.musician_id);
}
