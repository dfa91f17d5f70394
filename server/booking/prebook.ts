import type { prebook as prebookEndpoint } from '../../shared/booking/contract.ts';
import { holdUntil } from '../../shared/booking/rules.ts';
import type { AnswerOf, InputOf, ProblemOf } from '../../shared/lib/endpoint.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { lockPerson } from '../accounts/steps.ts';
import { askedSlots, claimSlots, freeClaims, lockMusician, refreshNextFree } from '../calendar/steps.ts';
import { limitations } from '../content/service.ts';
import { transaction, type Tx } from '../db/transaction.ts';
import type { SignedInCtx } from '../lib/ctx.ts';
import { deleteHold, insertHold, takeHoldOf } from '../sessions/steps.ts';
import { judgeChoice } from './judge-choice.ts';
import { present } from './steps.ts';
import * as queries from './queries.ts';

type Refusal = ProblemOf<typeof prebookEndpoint>;
type Answer = AnswerOf<typeof prebookEndpoint>;

interface Asked {
  readonly slotIds: readonly string[];
  readonly primary: string;
  readonly serviceId: string;
}

/**
 * Holds slots for 15 minutes at a price that is fixed now (decisions 3 and 4). One hold per person: this one takes the
 * place of an earlier one, which stays when the call is refused. Somebody else's slot is 409 `slot_taken`.
 */
export async function prebook(
  ctx: SignedInCtx,
  { body }: InputOf<typeof prebookEndpoint>,
): Promise<Result<Answer, Refusal>> {
  const { actor, now } = ctx;
  const asked: Asked = {
    slotIds: body.slots.map((id) => id.toLowerCase()),
    primary: body.primary_slot.toLowerCase(),
    serviceId: body.options.service_id,
  };
  const { booking_priority_end: priorityEnd } = await limitations(ctx);
  return transaction(ctx, async (tx): Promise<Result<Answer, Refusal>> => {
    const seen = await glance(tx, ctx, asked);
    if (!seen.ok) return seen;
    const musicianId = seen.value;

    // A person's hold changes only under the person's lock, so its row may be locked before the musicians.
    await lockPerson(tx, actor.id);
    const earlier = await takeHoldOf(tx, actor.id);
    const musicians = new Set([musicianId, earlier?.musicianId ?? musicianId]);
    for (const id of [...musicians].sort()) await lockMusician(tx, id);
    if (earlier !== null) {
      await freeClaims(tx, { ...earlier, now });
      await deleteHold(tx, earlier.sessionId);
    }

    const chosen = await judgeChoice(tx, ctx, { ...asked, musicianId, ownSession: null, priorityEnd });
    if (!chosen.ok) return chosen;
    const heldUntil = holdUntil(now);
    const { starts_at: startsAt, ends_at: endsAt, duration, cost: price } = chosen.value;
    const sessionId = await insertHold(tx, {
      clientId: actor.id,
      musicianId,
      serviceId: asked.serviceId,
      startsAt,
      endsAt,
      duration,
      price,
      heldUntil,
      options: {},
      now,
    });
    const claim = { sessionId, musicianId, slotIds: asked.slotIds, heldUntil, now };
    if (!(await claimSlots(tx, claim))) return fail('slot_taken');
    await refreshNextFree(tx, musicianId, now);
    return ok({ session: await present(tx, ctx, sessionId) });
  });
}

/** Whose slots these are; who comes too late hears so here, before waiting in the musician's line. */
async function glance(
  tx: Tx,
  { actor, now }: SignedInCtx,
  { slotIds }: Asked,
): Promise<Result<string, Refusal>> {
  const own = await queries.holdOf(tx, actor.id);
  const slots = await askedSlots(tx, { slotIds, ownSession: own?.id ?? null, now });
  const [first] = slots;
  if (first === undefined) return fail('not_found');
  return slots.some((slot) => slot.taken) ? fail('slot_taken') : ok(first.musician_id);
}
