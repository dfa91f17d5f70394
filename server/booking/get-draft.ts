import type { getDraft as getDraftEndpoint } from '#shared/booking/contract-holding.ts';
import type { ResponseOf, InputOf } from '#shared/lib/endpoint.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { draftOf } from './queries-drafts.ts';

/** The caller's draft with a musician; null when there is none (docs/product/booking.md#draft). */
export async function getDraft(
  { db, actor }: SignedInCtx,
  { query }: InputOf<typeof getDraftEndpoint>,
): Promise<Result<ResponseOf<typeof getDraftEndpoint>, never>> {
  const row = await draftOf(db, actor.id, query.partner_id);
  if (row === undefined) return ok({ draft: null });
  const { slots, form, saved_at, ...draft } = row;
  return ok({
    draft: {
      ...draft,
      slots: slots as string[],
      form: form as Record<string, unknown>,
      saved_at: saved_at.toString(),
    },
  });
}
