import type { previewDraft as previewEndpoint } from '#shared/me/contract-preview.ts';
import type { ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { draftedMusician } from '../catalogue/service.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { pageOf } from '../explore/service.ts';

/** The musician's page as clients would see it if the draft were published (docs/product/profiles.md#preview). */
export async function previewDraft(
  ctx: SignedInCtx,
): Promise<Result<ResponseOf<typeof previewEndpoint>, ProblemOf<typeof previewEndpoint>>> {
  const drafted = await draftedMusician(ctx.db, ctx.actor.id);
  if (drafted === undefined) return fail('not_found');
  return ok({ musician: await pageOf(ctx, drafted.musician, drafted) });
}
