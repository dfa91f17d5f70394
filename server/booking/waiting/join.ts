import type { joinLine as joinLineEndpoint } from '#shared/booking/contract-waiting.ts';
import { checkWaits, dayBits } from '#shared/booking/rules-waiting.ts';
import { WAITING } from '#shared/booking/texts-waiting.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { formatDay, formatTime } from '#shared/lib/time.ts';
import { lockCaller } from '../../accounts/steps.ts';
import { lockMusician, wakeLine } from '../../calendar/steps.ts';
import { serviceForBooking, shownMusician } from '../../catalogue/service.ts';
import { limitations } from '../../content/service.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { transaction } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { waitsOf } from './list.ts';
import * as queries from './queries.ts';
import { findFree } from './settle.ts';

/** Puts the caller last in a musician's line (docs/product/waiting-list.md#joining). */
export async function joinLine(
  ctx: SignedInCtx,
  { body }: InputOf<typeof joinLineEndpoint>,
): Promise<Result<ResponseOf<typeof joinLineEndpoint>, ProblemOf<typeof joinLineEndpoint>>> {
  const { actor, now } = ctx;
  const { booking_priority_end: priorityEnd } = await limitations(ctx);
  const { service_id: serviceId, days, from, to } = body;
  return transaction(ctx, async (tx) => {
    const musician = await shownMusician(tx, body.partner_id);
    if (musician === undefined) return fail('not_found');
    const { id: musicianId } = musician;
    await lockCaller(tx, actor.id);
    await lockMusician(tx, musicianId);
    const service = await serviceForBooking(tx, { musicianId, serviceId });
    if (service === undefined) return fail('other_service');
    const waitedFor = await queries.musiciansWaitedFor(tx, actor.id);
    if (waitedFor.includes(musicianId)) return fail('already_waiting');
    const allowed = checkWaits(waitedFor.length);
    if (!allowed.ok) return allowed;
    const times = { days, from, to, zone: actor.zone };
    const free = await findFree(tx, { person: actor, times, service, musicianId, priorityEnd, now });
    if (free !== undefined) {
      const { starts_at } = free;
      const time = `${formatDay(starts_at, actor.zone)}, ${formatTime(starts_at, actor.zone)}`;
      return fail('free_now', { detail: WAITING.freeNow(time) });
    }
    const id = newId();
    await queries.insertWait(tx, {
      id,
      person_id: actor.id,
      musician_id: musicianId,
      service_id: serviceId,
      days: dayBits(days),
      from_time: from,
      to_time: to,
      zone: actor.zone,
      created_at: now,
    });
    await wakeLine(tx, ctx, musicianId);
    const waiting = (await waitsOf(tx, actor, now)).find((wait) => wait.id === id);
    if (waiting === undefined) throw new Error(`wait ${id} cannot be read by who has just begun it`);
    return ok({ waiting });
  });
}
