import type { acceptOffer as acceptEndpoint } from '#shared/booking/contract-waiting.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, type Result } from '#shared/lib/result.ts';
import { limitations } from '../../content/service.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { together } from '../../db/pipeline.ts';
import { transaction } from '../../db/transaction.ts';
import { lockHolder, lockToHold, replaceHold } from '../begin-hold.ts';
import { isOpen } from './leave.ts';
import * as queries from './queries.ts';
import { giveBack } from './steps.ts';

type Refusal = ProblemOf<typeof acceptEndpoint>;

/**
 * Makes the offered time the caller's hold, as any hold (docs/product/waiting-list.md#an-offer). 409 `offer_over` once
 * it has run out, was answered, or the musician has taken the time back.
 */
export async function acceptOffer(
  ctx: SignedInCtx,
  { body }: InputOf<typeof acceptEndpoint>,
): Promise<Result<ResponseOf<typeof acceptEndpoint>, Refusal>> {
  const { actor, now } = ctx;
  const { booking_priority_end: priorityEnd } = await limitations(ctx);
  return transaction(ctx, async (tx): Promise<Result<ResponseOf<typeof acceptEndpoint>, Refusal>> => {
    const found = await queries.offerTo(tx, body.offer_id, actor.id);
    if (found === undefined) return fail('not_found');
    const { id: offerId, musician_id: musicianId, service_id: serviceId } = found;
    const earlier = await lockHolder(tx, actor.id);
    const [ending, offer, slotIds] = await together([
      lockToHold(tx, musicianId, earlier),
      queries.offerTo(tx, offerId, actor.id),
      queries.slotsOfOffer(tx, offerId),
    ]);
    const [primary] = slotIds;
    if (offer === undefined || !isOpen(offer, now) || primary === undefined) return fail('offer_over');
    await giveBack(tx, ctx, { offerId, musicianId, ended: 'accepted' });
    const choice = { musicianId, serviceId, slotIds, primary, priorityEnd };
    const held = await replaceHold(tx, ctx, choice, ending);
    return held.ok || held.reason !== 'not_found' ? held : fail('offer_over');
  });
}
