import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, type Result } from '#shared/lib/result.ts';
import type { getMusicianSlots as endpoint } from '#shared/operator/musicians/contract-schedule.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { musicianCalendar } from '../../explore/service.ts';
import * as queries from './queries-musician.ts';

type Slots = typeof endpoint;

/** A musician's slots between two days, as they see them (docs/product/operator.md#calendar-of-a-musician). */
export async function getMusicianSlots(
  ctx: SignedInCtx,
  { params: { id }, query }: InputOf<Slots>,
): Promise<Result<ResponseOf<Slots>, ProblemOf<Slots>>> {
  if ((await queries.musicianById(ctx.db, id, ctx.now)) === undefined) return fail('not_found');
  return musicianCalendar(ctx, { ...query, musicianId: id });
}
