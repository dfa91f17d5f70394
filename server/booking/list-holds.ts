import { HOLDING_WINDOW_HOURS } from '#shared/booking/rules-holding.ts';
import type { listHolds as listHoldsEndpoint } from '#shared/booking/contract-holding.ts';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { sessionResponse } from '../sessions/service.ts';
import { draftOf } from './queries-drafts.ts';
import { holdsSince } from './queries-holding.ts';
import * as queries from './queries.ts';

type Output = ResponseOf<typeof listHoldsEndpoint>;

/** The caller's live hold, and the recorded ones that count toward the limits (docs/product/booking.md#hold-limits). */
export async function listHolds(ctx: SignedInCtx): Promise<Result<Output, never>> {
  const { db, actor, now } = ctx;
  const records = await holdsSince(db, actor.id, now.subtract({ hours: HOLDING_WINDOW_HOURS }));
  const past = records.map(({ starts_at, ends_at, held_at, held_until, ...record }) => ({
    ...record,
    start_date: starts_at.toString(),
    end_date: ends_at.toString(),
    held_at: held_at.toString(),
    held_until: held_until.toString(),
  }));
  return ok({ hold: await liveHold(ctx), past });
}

async function liveHold({ db, actor, now }: SignedInCtx): Promise<Output['hold']> {
  const hold = await queries.holdOf(db, actor.id);
  const session = hold === undefined ? null : await sessionResponse(db, hold.id, actor, now);
  if (session === null || session.status !== 'prebooked') return null;
  const draft = await draftOf(db, actor.id, session.partner.id);
  return { session, step: draft?.session_id === session.id ? draft.step : null };
}
