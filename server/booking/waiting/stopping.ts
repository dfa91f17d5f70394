import { lockMusicians, wakeLine } from '../../calendar/steps.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import type { Tx } from '../../db/transaction.ts';
import * as line from './queries-line.ts';
import { giveBack } from './steps.ts';

/** Locks the musicians for whom somebody waits with a service and returns their ids, in order. */
export async function lockLines(tx: Tx, serviceId: string): Promise<string[]> {
  const musicianIds = await line.musiciansAwaitedWith(tx, serviceId);
  await lockMusicians(tx, musicianIds);
  return musicianIds;
}

/**
 * Ends the open offers of a service that has been stopped in this transaction; their times go to the next in line
 * (docs/product/waiting-list.md#stopped-services). False: one is of a musician who is not `locked`.
 */
export async function withdrawOffers(
  tx: Tx,
  ctx: Pick<Ctx, 'events' | 'now'>,
  { serviceId, locked }: { readonly serviceId: string; readonly locked: readonly string[] },
): Promise<boolean> {
  const offers = await line.openOffersOf(tx, serviceId);
  if (!offers.every(({ musician_id }) => locked.includes(musician_id))) return false;
  for (const { id: offerId, musician_id: musicianId } of offers)
    await giveBack(tx, ctx, { offerId, musicianId, ended: 'withdrawn' });
  return true;
}

/** Has the lines looked at in which somebody waits with a service that is offered again. */
export async function wakeLines(tx: Tx, ctx: Pick<Ctx, 'events'>, serviceId: string): Promise<void> {
  for (const musicianId of await line.musiciansAwaitedWith(tx, serviceId))
    await wakeLine(tx, ctx, musicianId, true);
}
