import { DEFAULT_CONCURRENCY, joinRefusal } from '#shared/billing/rules.ts';
import { unableReason, type UnableReason } from '#shared/billing/rules-change.ts';
import { RESUME } from '#shared/billing/texts.ts';
import { UNABLE_LABEL } from '#shared/billing/texts-change.ts';
import { monthlyCents, planButton, planButtonLabel, savedCents } from '#shared/billing/rules-offers.ts';
import type { Bundle, Offers, Orchestra, Plan } from '#shared/content/contract-documents.ts';
import { formatUsd, toCents } from '#shared/lib/money.ts';
import type { Me } from '#shared/me/contract.ts';

/** What can be done with an offer: it is theirs already, free to join, bought, changed to, or offered elsewhere. */
export type OfferAction =
  | { readonly kind: 'current' | 'join' }
  /** `label` is null where the price is the button. */
  | { readonly kind: 'buy'; readonly label: string | null }
  /** `reason`: why it cannot be changed now; null: it can. */
  | {
      readonly kind: 'change';
      readonly label: string;
      readonly priceId: string;
      readonly reason: UnableReason | null;
    }
  | { readonly kind: 'external'; readonly link: string };

/** An offer as a card shows it. */
export interface OfferView {
  readonly kind: 'plan' | 'bundle' | 'orchestra';
  readonly id: string;
  readonly title: string;
  /** What is paid. */
  readonly price: string;
  /** What it cost before. */
  readonly oldPrice: string | null;
  /** The same two as a card shows them: of a yearly plan by the month. */
  readonly cardPrice: string;
  readonly cardOldPrice: string | null;
  /** What follows from the price: how a yearly plan is billed, what one saves. */
  readonly priceNotes: readonly string[];
  /** Of a plan. */
  readonly isAnnual: boolean | null;
  readonly bullets: readonly { readonly icon: string; readonly bullet: string }[];
  readonly highlighted: boolean;
  readonly action: OfferAction;
}

export interface OfferGroup {
  readonly title: string;
  readonly offers: readonly OfferView[];
}

interface GroupOptions {
  readonly annualFirst: boolean;
  readonly hasPendingChange?: boolean;
  /** Prices at PayPal that are below what would be given back. */
  readonly unaffordable?: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** A person's offers in their groups (docs/product/billing.md#offers). A free bundle that they cannot join is left out. */
export function offerGroups(
  offers: Offers,
  me: Me,
  { annualFirst, hasPendingChange = false, unaffordable = NONE }: GroupOptions,
): OfferGroup[] {
  const yearly = offers.plans.filter(({ isAnnual }) => isAnnual);
  const monthly = offers.plans.filter(({ isAnnual }) => !isAnnual);
  const plans = annualFirst ? [...yearly, ...monthly] : [...monthly, ...yearly];
  const bundles = offers.bundles.filter((bundle) => bundle.price > 0 || mayJoin(me));
  return [
    {
      title: 'Memberships',
      offers: plans.map((plan) => ofPlan(plan, me, { hasPendingChange, unaffordable })),
    },
    { title: 'Bundles', offers: bundles.map(ofBundle) },
    { title: 'Other offers', offers: offers.orchestras.map(ofOrchestra) },
  ].filter((group) => group.offers.length > 0);
}

/** Whether the server would let them join what costs nothing. */
const mayJoin = ({ status }: Me): boolean => status !== null && joinRefusal(0, status) === null;

const dollars = (price: number): string => formatUsd(toCents(price));

type Refusing = Required<Pick<GroupOptions, 'hasPendingChange' | 'unaffordable'>>;

function ofPlan(plan: Plan, me: Me, refusing: Refusing): OfferView {
  const { id, title, bullets, highlighted, isAnnual } = plan;
  const byMonth = (price: number) => formatUsd(monthlyCents({ ...plan, price }) ?? toCents(price));
  return {
    kind: 'plan',
    id,
    title,
    bullets,
    highlighted,
    isAnnual,
    price: `${dollars(plan.price)}/${isAnnual ? 'Year' : 'Month'}`,
    oldPrice: plan.old_price === null ? null : dollars(plan.old_price),
    cardPrice: `${byMonth(plan.price)}/Month`,
    cardOldPrice: plan.old_price === null ? null : byMonth(plan.old_price),
    priceNotes: priceNotes(plan, me.topup_price),
    action: planAction(plan, me, refusing),
  };
}

/** '$1,068 billed yearly', what the credits would cost more one by one, and an unusual number of sessions. */
function priceNotes(plan: Plan, creditPrice: number | null): string[] {
  const { isAnnual, concurrency } = plan;
  const saved = creditPrice === null ? 0 : savedCents(plan, creditPrice);
  return [
    ...(isAnnual ? [`${dollars(plan.price)} billed yearly`] : []),
    ...(saved === 0 ? [] : [`Save ${formatUsd(saved)} a ${isAnnual ? 'year' : 'month'}`]),
    ...(concurrency === undefined || concurrency === DEFAULT_CONCURRENCY
      ? []
      : [`${concurrency} upcoming ${concurrency === 1 ? 'session' : 'sessions'} at a time`]),
  ];
}

function planAction(plan: Plan, me: Me, refusing: Refusing): OfferAction {
  if (isCurrent(plan, me)) return { kind: 'current' };
  const { isTrial, currentPrice, isAnnual, tierNumber } = me.subscription;
  const kind = planButton({ status: me.status, isTrial, currentPrice, isAnnual, tierNumber }, plan);
  // A trial's own plan begins by itself, or in the billing area.
  const isOwnTrial = me.status === 'trial' && currentPrice !== null && plan.priceId === currentPrice;
  if (kind === 'current' || isOwnTrial) return { kind: 'current' };
  if (me.status === 'pending_cancellation' && currentPrice !== null) {
    const anew = planButtonLabel('new', plan.title);
    // With the same price it resumes, at PayPal by an agreement anew; another one would be a change of a running plan.
    if (plan.priceId === currentPrice)
      return { kind: 'buy', label: me.subscription.paymentsProvider === 'paypal' ? anew : RESUME };
    return changeAction(plan, me, anew, refusing);
  }
  const label = planButtonLabel(kind, plan.title);
  return kind === 'new' ? { kind: 'buy', label } : changeAction(plan, me, label, refusing);
}

/** A change of a running plan, or why there can be none (docs/product/plan-changes.md#unable-to-switch). */
function changeAction(
  { priceId }: Plan,
  { subscription }: Me,
  label: string,
  { hasPendingChange, unaffordable }: Refusing,
): OfferAction {
  const lastPayment = subscription.lastPaymentStatus;
  const isUnaffordable = priceId !== null && unaffordable.has(priceId);
  const reason =
    unableReason({ lastPayment, hasPendingChange, priceId }) ??
    (isUnaffordable ? 'credit_above_price' : null);
  return {
    kind: 'change',
    label: reason === null ? label : UNABLE_LABEL,
    priceId: priceId ?? '',
    reason,
  };
}

/**
 * Whether a plan is the one they are on: by the provider's price, else by name and period. Only a subscriber has one.
 */
export function isCurrent(
  plan: Plan,
  { status, subscription }: Pick<Me, 'status' | 'subscription'>,
): boolean {
  if (status !== 'subscriber') return false;
  const { currentPrice, planName, isAnnual } = subscription;
  if (currentPrice !== null)
    return [plan.priceId, plan.stripeProdPriceId, plan.paypalProdPriceId].includes(currentPrice);
  return plan.name === planName && plan.isAnnual === isAnnual;
}

const onePrice = (price: string) => ({
  price,
  oldPrice: null,
  cardPrice: price,
  cardOldPrice: null,
  priceNotes: [],
  isAnnual: null,
});

function ofBundle({ id, title, price, pricing_bundle }: Bundle): OfferView {
  return {
    kind: 'bundle',
    id,
    title,
    ...onePrice(price === 0 ? 'Free' : dollars(price)),
    bullets: pricing_bundle,
    highlighted: false,
    action: price === 0 ? { kind: 'join' } : { kind: 'buy', label: null },
  };
}

function ofOrchestra({ id, title, price, link, pricing_external }: Orchestra): OfferView {
  return {
    kind: 'orchestra',
    id,
    title,
    ...onePrice(dollars(price)),
    bullets: pricing_external,
    highlighted: false,
    action: { kind: 'external', link },
  };
}
