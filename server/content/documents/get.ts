import type * as contract from '#shared/content/contract-documents.ts';
import type { ResponseOf, Endpoint, InputOf } from '#shared/lib/endpoint.ts';
import { filterByTrial } from '#shared/content/rules-trial.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { documentOf } from './read.ts';
import type { DocumentName, DocumentOf } from './registry.ts';

type Output<E extends Endpoint> = Promise<Result<ResponseOf<E>, never>>;

/** A document, unchanged. */
export async function getDocument<N extends DocumentName>(
  ctx: Ctx,
  name: N,
): Promise<Result<DocumentOf<N>, never>> {
  return ok(await documentOf(ctx, name));
}

/** FAQs, filtered by the flag `free-trial`. */
export async function getFaqs(ctx: Ctx): Output<typeof contract.getFaqs> {
  const { faqs } = await documentOf(ctx, 'faqs');
  return ok({ faqs: filterByTrial(faqs, ctx.flags['free-trial']) });
}

/** The referral program's texts. */
export async function getReferral(ctx: Ctx): Output<typeof contract.getReferralContent> {
  const { faqs, invitee_faqs = [], ...words } = await documentOf(ctx, 'referral');
  const trial = ctx.flags['free-trial'];
  return ok({ ...words, faqs: filterByTrial(faqs, trial), invitee_faqs: filterByTrial(invitee_faqs, trial) });
}

/** The billboard of a cohort (docs/product/content.md#billboards). */
export async function getBillboard(
  ctx: Ctx,
  { query }: InputOf<typeof contract.getBillboard>,
): Output<typeof contract.getBillboard> {
  return ok(await documentOf(ctx, `billboard-${query.variant}`));
}

/** Privacy policy and terms of use. */
export async function getPage(
  ctx: Ctx,
  { params }: InputOf<typeof contract.getPage>,
): Output<typeof contract.getPage> {
  return ok(await documentOf(ctx, params.page));
}
