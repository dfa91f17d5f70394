import type * as contract from '../../shared/content/contract-documents.ts';
import type { Catalogue } from '../../shared/content/contract-store.ts';
import type { AnswerOf, Endpoint, InputOf } from '../../shared/lib/endpoint.ts';
import { ok, type Result } from '../../shared/lib/result.ts';
import type { Ctx } from '../lib/ctx.ts';
import { documentOf } from './documents/read.ts';
import type { DocumentName, DocumentOf } from './documents/registry.ts';

type Answer<E extends Endpoint> = Promise<Result<AnswerOf<E>, never>>;

/** A document as it is. */
export async function showDocument<N extends DocumentName>(
  ctx: Ctx,
  name: N,
): Promise<Result<DocumentOf<N>, never>> {
  return ok(await documentOf(ctx, name));
}

/** The billboard of a cohort (part 1 section 7). */
export async function showBillboard(
  ctx: Ctx,
  { query }: InputOf<typeof contract.getBillboard>,
): Answer<typeof contract.getBillboard> {
  return ok(await documentOf(ctx, `billboard-${query.variant}`));
}

/** Privacy policy and terms of use. */
export async function showPage(
  ctx: Ctx,
  { params }: InputOf<typeof contract.getPage>,
): Answer<typeof contract.getPage> {
  return ok(await documentOf(ctx, params.page));
}

const pick = <O extends { readonly id: string }>(offers: readonly O[], ids: readonly string[]): O[] =>
  ids.flatMap((id) => offers.filter((offer) => offer.id === id));

function offersOf({ plans, bundles, orchestras, cohorts }: Catalogue, cohort: keyof Catalogue['cohorts']) {
  const chosen = cohorts[cohort];
  return {
    plans: pick(plans, chosen.plans),
    bundles: pick(bundles, chosen.bundles),
    orchestras: pick(orchestras, chosen.orchestras),
  };
}

/** What each cohort is offered, and what people without a membership wait for. */
export async function showPricing(ctx: Ctx): Answer<typeof contract.getPricing> {
  const pricing = await documentOf(ctx, 'pricing');
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
export async function showPricingCatalogue(
  ctx: Ctx,
  { query }: InputOf<typeof contract.getPricingCatalogue>,
): Answer<typeof contract.getPricingCatalogue> {
  const { bundles, orchestras, cohorts, regions } = await documentOf(ctx, 'pricing');
  const { country } = query;
  const region = country && regions.find(({ countries }) => countries.includes(country));
  const chosen = region || cohorts.public;
  return ok({
    bundles: pick(bundles, chosen.bundles),
    orchestras: pick(orchestras, chosen.orchestras),
  });
}

/** All plans, or those of a provider's price: how the present plan is found. */
export async function showPricingPlans(
  ctx: Ctx,
  { query }: InputOf<typeof contract.getPricingPlans>,
): Answer<typeof contract.getPricingPlans> {
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
