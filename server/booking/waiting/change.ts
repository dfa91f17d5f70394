import type { changeWait as changeWaitEndpoint } from '#shared/booking/contract-waiting.ts';
import { dayBits } from '#shared/booking/rules-waiting.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { lockPerson } from '../../accounts/steps.ts';
import { lockMusician, wakeLine } from '../../calendar/steps.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { transaction } from '../../db/transaction.ts';
import { waitsOf } from './list.ts';
import * as queries from './queries.ts';

/** Changes the days and hours of the caller's wait (docs/product/waiting-list.md#changing-days-and-hours). */
export function changeWait(
  ctx: SignedInCtx,
  { body }: InputOf<typeof changeWaitEndpoint>,
): Promise<Result<ResponseOf<typeof changeWaitEndpoint>, ProblemOf<typeof changeWaitEndpoint>>> {
  const { actor, now } = ctx;
  const { waiting_id: id, days, from, to } = body;
  return transaction(ctx, async (tx) => {
    await lockPerson(tx, actor.id);
    const wait = await queries.openWait(tx, actor.id, { id });
    if (wait === undefined) return fail('not_found');
    const { musician_id: musicianId } = wait;
    await lockMusician(tx, musicianId);
    await queries.changeTimes(tx, id, {
      days: dayBits(days),
      from_time: from,
      to_time: to,
      zone: actor.zone,
    });
    await wakeLine(tx, ctx, musicianId);
    const waiting = (await waitsOf(tx, actor, now)).find((one) => one.id === id);
    // It may have ended unanswered before the musician's lock.
    return waiting === undefined ? fail('not_found') : ok({ waiting });
  });
}
