import type {
  declineOffer as declineEndpoint,
  leaveLine as leaveEndpoint,
} from '#shared/booking/contract-waiting.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { lockPerson } from '../../accounts/steps.ts';
import { lockMusician } from '../../calendar/steps.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { transaction } from '../../db/transaction.ts';
import * as queries from './queries.ts';
import { endWait, giveBack } from './steps.ts';

/** Takes the caller out of a line; what was offered to them goes to the next. */
export function leaveLine(
  ctx: SignedInCtx,
  { body }: InputOf<typeof leaveEndpoint>,
): Promise<Result<ResponseOf<typeof leaveEndpoint>, ProblemOf<typeof leaveEndpoint>>> {
  const { id: personId } = ctx.actor;
  return transaction(ctx, async (tx) => {
    await lockPerson(tx, personId);
    const wait = await queries.openWait(tx, personId, { id: body.waiting_id });
    if (wait === undefined) return fail('not_found');
    const { musician_id: musicianId } = wait;
    await lockMusician(tx, musicianId);
    const ended = await endWait(tx, ctx, { personId, musicianId, ended: 'left' });
    return ended ? ok({ ok: true as const }) : fail('not_found');
  });
}

/** Declines the offered time; the caller keeps their place in line for other times. */
export function declineOffer(
  ctx: SignedInCtx,
  { body }: InputOf<typeof declineEndpoint>,
): Promise<Result<ResponseOf<typeof declineEndpoint>, ProblemOf<typeof declineEndpoint>>> {
  const { actor, now } = ctx;
  return transaction(ctx, async (tx) => {
    await lockPerson(tx, actor.id);
    const found = await queries.offerTo(tx, body.offer_id, actor.id);
    if (found === undefined) return fail('not_found');
    const { musician_id: musicianId } = found;
    await lockMusician(tx, musicianId);
    const offer = await queries.offerTo(tx, body.offer_id, actor.id);
    if (offer === undefined || !isOpen(offer, now)) return fail('offer_over');
    await giveBack(tx, ctx, { offerId: offer.id, musicianId, ended: 'declined' });
    return ok({ ok: true as const });
  });
}

/** Whether an offer can be answered at `now`. */
export function isOpen(
  offer: { readonly ended: string | null; readonly expires_at: Temporal.Instant },
  now: Temporal.Instant,
): boolean {
  return offer.ended === null && Temporal.Instant.compare(offer.expires_at, now) > 0;
}
