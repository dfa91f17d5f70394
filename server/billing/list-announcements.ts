import type { getAnnouncements } from '#shared/content/contract-documents.ts';
import { isForPerson } from '#shared/content/rules-documents.ts';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import { announcements } from '../content/service.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { entitlements } from './service.ts';

/** The announcements for the signed-in person (docs/product/billing.md#announcements). */
export async function listAnnouncements(
  ctx: SignedInCtx,
): Promise<Result<ResponseOf<typeof getAnnouncements>, never>> {
  const { role, id } = ctx.actor;
  const on = (await announcements(ctx)).filter(({ enabled }) => enabled);
  if (on.length === 0) return ok({ announcements: [] });
  const cohort = role === 'client' ? (await entitlements(ctx.db, id, ctx.now)).cohort : null;
  return ok({ announcements: on.filter((one) => isForPerson(one, { role, cohort })) });
}
