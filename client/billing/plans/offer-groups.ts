import { joinRefusal } from '#shared/billing/rules.ts';
import { monthlyCents, savedCents } from '#shared/billing/rules-offers.ts';
import type { Bundle, Offers, Orchestra, Plan } from '#shared/content/contract-documents.ts';
import { formatUsd, toCents } from '#shared/lib/money.ts';
import type { Me } from '#shared/me/contract.ts';

/** What can be done with an offer: it is theirs already, free to join, offered elsewhere, or bought. */
export type OfferAction =
  | { readonly kind: 'current' | 'join' | 'buy' }
  | { readonly kind: 'external'; readonly link: string };

/** An offer as a card shows it. */
export interface OfferView {
  readonly kind: 'plan' | 'bundle' | 'orchestra';
  readonly id: string;
  readonly title: string;
  readonly price: string;
  /** What follows from the price: a yearly plan's price a month, what one saves. */
  readonly priceNotes: readonly string[];
  /** What it cost before. */
  readonly oldPrice: string | null;
  readonly bullets: readonly { readonly icon: string; readonly bullet: string }[];
  readonly highlighted: boolean;
  readonly action: OfferAction;
}

export interface OfferGroup {
  readonly title: string;
  readonly offers: readonly OfferView[];
}

/** A person's offers in their groups (docs/product/billing.md#offers). A free bundle that they cannot join is left out. */
export function offerGroups(offers: Offers, me: Me, { annualFirst }: { annualFirst: boolean }): OfferGroup[] {
  const yearly = offers.plans.filter(({ isAnnual }) => isAnnual);
  const monthly = offers.plans.filter(({ isAnnual }) => !isAnnual);
  const plans = annualFirst ? [...yearly, ...monthly] : [...monthly, ...yearly];
  const bundles = offers.bundles.filter((bundle) => bundle.price > 0 || mayJoin(me));
  return [
    { title: 'Memberships', offers: plans.map((plan) => ofPlan(plan, me)) },
    { title: 'Bundles', offers: bundles.map(ofBundle) },
    { title: 'Other offers', offers: offers.orchestras.map(ofOrchestra) },
  ].filter((group) => group.offers.length > 0);
}

/** Whether the server would let them join what costs nothing. */
const mayJoin = ({ status }: Me): boolean => status !== null && joinRefusal(0, status) === null;

const dollars = (price: number): string => formatUsd(toCents(price));

function ofPlan(plan: Plan, me: Me): OfferView {
  const { id, title, bullets, highlighted } = plan;
  return {
    kind: 'plan',
    id,
    title,
    bullets,
    highlighted,
    price: `${dollars(plan.price)}/${plan.isAnnual ? 'Year' : 'Month'}`,
    priceNotes: priceNotes(plan, me.topup_price),
    oldPrice: plan.old_price === null ? null : dollars(plan.old_price),
    action: { kind: isCurrent(plan, me) ? 'current' : 'buy' },
  };
}

/** '$89 a month, billed yearly' and what the credits would cost more one by one. */
function priceNotes(plan: Plan, creditPrice: number | null): string[] {
  const monthly = monthlyCents(plan);
  const saved = creditPrice === null ? 0 : savedCents(plan, creditPrice);
  return [
    ...(monthly === null ? [] : [`${formatUsd(monthly)} a month, billed yearly`]),
    ...(saved === 0 ? [] : [`Save ${formatUsd(saved)} a ${plan.isAnnual ? 'year' : 'month'}`]),
  ];
}

/** Whether a plan is the one they are on: by the provider's price, else by name and period. Only a subscriber has one. */
export function isCurrent(
  plan: Plan,
  { status, subscription }: Pick<Me, 'status' | 'subscription'>,
): boolean {
  if (status !== 'subscriber') return false;
  const { currentPrice, planName, isAnnual } = subscription;
  if (currentPrice !== null) return [plan.stripeProdPriceId, plan.paypalProdPriceId].includes(currentPrice);
  return plan.name === planName && plan.isAnnual === isAnnual;
}

function ofBundle({ id, title, price, pricing_bundle }: Bundle): OfferView {
  return {
    kind: 'bundle',
    id,
    title,
    price: price === 0 ? 'Free' : dollars(price),
    priceNotes: [],
    oldPrice: null,
    bullets: pricing_bundle,
    highlighted: false,
    action: { kind: price === 0 ? 'join' : 'buy' },
  };
}

function ofOrchestra({ id, title, price, link, pricing_external }: Orchestra): OfferView {
  return {
    kind: 'orchestra',
    id,
    title,
    price: dollars(price),
    priceNotes: [],
    oldPrice: null,
    bullets: pricing_external,
    highlighted: false,
    action: { kind: 'external', link },
  };
}
