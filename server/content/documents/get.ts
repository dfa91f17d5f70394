import type { Orchestra } from '#shared/content/contract-documents.ts';
import type * as contract from '#shared/content/contract-documents.ts';
import type { Catalogue } from '#shared/content/contract-store.ts';
import type { ResponseOf, Endpoint, InputOf } from '#shared/lib/endpoint.ts';
import { filterByTrial } from '#shared/content/rules-trial.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { offeredCatalogue } from '../service.ts';
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

const pick = <O extends { readonly id: string }>(offers: readonly O[], ids: readonly string[]): O[] =>
  ids.flatMap((id) => offers.filter((offer) => offer.id === id));

/** External offers that have a link. */
const withLink = (orchestras: Catalogue['orchestras']): Orchestra[] =>
  orchestras.flatMap(({ link, ...offer }) => (link === null ? [] : [{ ...offer, link }]));

function offersOf({ plans, bundles, orchestras, cohorts }: Catalogue, cohort: keyof Catalogue['cohorts']) {
  const chosen = cohorts[cohort];
  return {
    plans: pick(plans, chosen.plans),
    bundles: pick(bundles, chosen.bundles),
    orchestras: pick(withLink(orchestras), chosen.orchestras),
  };
}

/** Offers by cohort, and the limitations (docs/product/content.md#offers). */
export async function getPricing(ctx: Ctx): Output<typeof contract.getPricing> {
  const pricing = await offeredCatalogue(ctx);
  return ok({
    public: offersOf(pricing, 'public'),
    cancelled: offersOf(pricing, 'cancelled'),
    ondemand: offersOf(pricing, 'ondemand'),
    legacy: offersOf(pricing, 'legacy'),
    member: offersOf(pricing, 'member'),
    ondemandLimitations: await documentOf(ctx, 'limitations'),
  });
}

/** Bundles and external offers of a country's region, else those of the public. */
export async function getPricingCatalogue(
  ctx: Ctx,
  { query }: InputOf<typeof contract.getPricingCatalogue>,
): Output<typeof contract.getPricingCatalogue> {
  const { bundles, orchestras, cohorts, regions } = await offeredCatalogue(ctx);
  const { country } = query;
  const region = country && regions.find(({ countries }) => countries.includes(country));
  const chosen = region || cohorts.public;
  return ok({
    bundles: pick(bundles, chosen.bundles),
    orchestras: pick(withLink(orchestras), chosen.orchestras),
  });
}

/** All plans, or those of a provider's price, which finds the current plan. */
export async function getPricingPlans(
  ctx: Ctx,
  { query }: InputOf<typeof contract.getPricingPlans>,
): Output<typeof contract.getPricingPlans> {
  const { stripeProdPriceId_eq: stripe, paypalProdPriceId_eq: paypal } = query;
  const { plans } = await documentOf(ctx, 'pricing');
  return ok({
    plans: plans.filter(
      (plan) =>
        (stripe === undefined || plan.stripeProdPriceId === stripe) &&
        (paypal === undefined || plan.paypalProdPriceId === paypal),
    ),
  });
}
