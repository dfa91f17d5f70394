import type { FastifyRequest } from 'fastify';
import { setAvatar as endpoint } from '../../shared/accounts/contract-avatar.ts';
import type { AnswerOf, ProblemOf } from '../../shared/lib/endpoint.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { lockPerson } from '../accounts/steps.ts';
import { transaction } from '../db/transaction.ts';
import type { SignedInCtx } from '../lib/ctx.ts';
import { newId } from '../lib/ids.ts';
import { addressKey, limit } from '../lib/rate.ts';
import { drawPicture } from './avatar/draw.ts';
import { withPicture } from './avatar/form.ts';
import * as queries from './queries-avatars.ts';

const WINDOW_SECONDS = 600;
const OF_ACCOUNT = 20;
const OF_ADDRESS = 60;

/**
 * Takes a picture of the person: decoded and drawn anew, never shown as it was sent (security 8). It gets a new address, and
 * the one before is gone. Counted per account and address before anything is read.
 */
export async function setAvatar(
  ctx: SignedInCtx,
  request: FastifyRequest,
): Promise<Result<AnswerOf<typeof endpoint>, ProblemOf<typeof endpoint>>> {
  const { db, now, actor } = ctx;
  await limit(db, now, `avatar:address:${addressKey(request.ip)}`, OF_ADDRESS, WINDOW_SECONDS);
  await limit(db, now, `avatar:account:${actor.id}`, OF_ACCOUNT, WINDOW_SECONDS);
  const webp = await withPicture(request, endpoint.upload.field, async (picture) =>
    picture === null ? null : drawPicture(picture),
  );
  if (webp === null) return fail('bad_image');
  const id = newId();
  const avatar = `/api/users/avatars/${id}.webp`;
  return transaction(ctx, async (tx) => {
    await lockPerson(tx, actor.id);
    await queries.insertAvatar(tx, { id, person_id: actor.id, webp, created_at: now });
    await queries.showOnly(tx, actor.id, id, avatar);
    return ok({ avatar });
  });
}
