import type { FastifyRequest } from 'fastify';
import { setAvatar as endpoint } from '#shared/me/contract-avatar.ts';
import type { ResponseOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { transaction } from '../../db/transaction.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { drawPicture } from '../../lib/pictures/draw.ts';
import { withPicture } from '../../lib/pictures/form.ts';
import { replaceAvatar } from '../steps.ts';

/**
 * Replaces the caller's picture by a re-encoded one; counted before anything is read. Error: `bad_image`
 * (docs/product/me.md#avatar).
 */
export async function setAvatar(
  ctx: SignedInCtx,
  request: FastifyRequest,
): Promise<Result<ResponseOf<typeof endpoint>, ProblemOf<typeof endpoint>>> {
  const { now, actor } = ctx;
  const webp = await withPicture(request, endpoint.upload, async (picture) =>
    picture.ok ? drawPicture(picture.value) : null,
  );
  if (webp === null) return fail('bad_image');
  return transaction(ctx, async (tx) => ok({ avatar: await replaceAvatar(tx, actor.id, webp, now) }));
}
