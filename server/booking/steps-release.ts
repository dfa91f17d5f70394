import { leavingOf, lockMusicians } from '../calendar/steps.ts';
import type { Ctx } from '../ctx/ctx.ts';
import type { Tx } from '../db/transaction.ts';
import { lockHold } from '../sessions/steps.ts';
import { endHold } from './steps.ts';
import { musiciansWaitedFor } from './waiting/queries.ts';
import { endWait } from './waiting/steps.ts';

/**
 * Releases a person's hold and ends their waits for musicians; returns how many of each there were. The caller holds the
 * person's lock (docs/product/operator.md#blocking).
 */
export async function releaseAll(
  tx: Tx,
  ctx: Pick<Ctx, 'events' | 'now'>,
  personId: string,
): Promise<{ readonly holds: number; readonly waits: number }> {
  const hold = await lockHold(tx, personId);
  const waitedFor = await musiciansWaitedFor(tx, personId);
  const musicians = new Set([...waitedFor, ...(hold === null ? [] : [hold.musicianId])]);
  if (musicians.size === 0) return { holds: 0, waits: 0 };
  await lockMusicians(tx, [...musicians]);
  if (hold !== null) await endHold(tx, ctx, hold, await leavingOf(tx, hold));
  for (const musicianId of waitedFor) await endWait(tx, ctx, { personId, musicianId, ended: 'left' });
  return { holds: hold === null ? 0 : 1, waits: waitedFor.length };
}
