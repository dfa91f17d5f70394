import type { FastifyRequest } from 'fastify';
import { getPicture } from '#shared/content/calls.ts';
import { fillPath } from '#shared/lib/call.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import * as contract from '#shared/operator/content/contract-pictures.ts';
import * as content from '../../content/service.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { withPicture } from '../../lib/pictures/form.ts';

/** Every picture, the last one first (docs/product/operator.md#pictures). */
export async function listPictures(
  ctx: SignedInCtx,
): Promise<Result<ResponseOf<typeof contract.listPictures>, never>> {
  const pictures = await content.listPictures(ctx);
  return ok({
    pictures: pictures
      .toReversed()
      .map(({ src, width, height, shownBy }) => ({ src, width, height, shown_by: [...shownBy] })),
  });
}

/** Adds a picture (docs/product/operator.md#pictures). Errors: `no_file`, `too_large`, `bad_image`. */
export async function addPicture(
  ctx: SignedInCtx,
  request: FastifyRequest,
): Promise<Result<ResponseOf<typeof contract.addPicture>, ProblemOf<typeof contract.addPicture>>> {
  return withPicture(request, contract.addPicture.upload, async (file) =>
    file.ok ? content.drawAndAddPicture(ctx, file.value) : file,
  );
}

/** Removes a picture that nothing shows. Errors: `not_found`; `in_use`, by what. */
export async function removePicture(
  ctx: SignedInCtx,
  { params }: InputOf<typeof contract.removePicture>,
): Promise<Result<{ ok: true }, ProblemOf<typeof contract.removePicture>>> {
  const removed = await content.removePicture(ctx, fillPath(getPicture.path, params));
  if (removed.ok) return ok({ ok: true });
  return removed.reason === 'in_use' ? fail('in_use', { detail: removed.detail ?? '' }) : fail('not_found');
}
