import { freeClaims, wakeLine } from '../../calendar/steps.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import type { Tx } from '../../db/transaction.ts';
import * as queries from './queries.ts';

type Waking = Pick<Ctx, 'events' | 'now'>;

/** Ends an offer and frees its time for the next in line. The caller holds the musician's lock. */
export async function giveBack(
  tx: Tx,
  ctx: Waking,
  of: {
    readonly offerId: string;
    readonly musicianId: string;
    readonly ended: 'declined' | 'accepted' | 'withdrawn';
  },
): Promise<void> {
  const { offerId, musicianId, ended } = of;
  await queries.endOffer(tx, offerId, ended, ctx.now);
  await freeClaims(tx, { offerId, musicianId, now: ctx.now });
  await wakeLine(tx, ctx, musicianId);
}

/**
 * Ends a person's wait for a musician and gives back what was offered; false when they do not wait. The caller holds the
 * locks of both.
 */
export async function endWait(
  tx: Tx,
  ctx: Waking,
  of: { readonly personId: string; readonly musicianId: string; readonly ended: 'left' | 'booked' },
): Promise<boolean> {
  const { personId, musicianId, ended } = of;
  const wait = await queries.openWait(tx, personId, { musicianId });
  if (wait === undefined) return false;
  const offer = await queries.openOffer(tx, wait.id);
  if (offer !== undefined) await giveBack(tx, ctx, { offerId: offer.id, musicianId, ended: 'declined' });
  await queries.endWait(tx, wait.id, ended, ctx.now);
  return true;
}
