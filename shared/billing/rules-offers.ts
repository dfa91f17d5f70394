import { shareOf, toCents } from '../lib/money.ts';
import { DEFAULT_CONCURRENCY, type UserStatus } from './rules.ts';

/** What a plan costs and brings for each of its periods. */
interface Priced {
  readonly price: number;
  readonly credits: number;
  readonly isAnnual: boolean;
}

/** Cents a month of a yearly plan, to the nearest cent; null for a monthly one (docs/product/billing.md#offers). */
export function monthlyCents({ price, isAnnual }: Priced): number | null {
  return isAnnual ? shareOf(toCents(price), 1, 12) : null;
}

/**
 * Cents that a period's credits cost more when bought one by one at `creditPrice` dollars; 0 where they do not
 * (docs/product/billing.md#offers).
 */
export function savedCents({ price, credits }: Priced, creditPrice: number): number {
  return Math.max(0, credits * toCents(creditPrice) - toCents(price));
}

/** What a person's own plan holds; `tierNumber` is null without one. */
interface OwnPlan {
  readonly tierNumber: number | null;
  readonly isAnnual: boolean;
  readonly concurrency: number;
}

interface Holding {
  readonly tier: number;
  readonly isAnnual: boolean;
  readonly concurrency?: number | undefined;
}

/** Whether a plan holds more than one's own: the plans of the upsell (docs/product/buying.md#upsell). */
export function isLargerPlan(plan: Holding, own: OwnPlan): boolean {
  if (own.tierNumber === null || plan.tier > own.tierNumber) return true;
  if ((plan.concurrency ?? DEFAULT_CONCURRENCY) > own.concurrency) return true;
  return plan.tier === own.tierNumber && plan.isAnnual && !own.isAnnual;
}

/** Labels of the default plan in the address: a campaign's link names one (docs/product/buying.md#default-choice). */
const PLAN_LABELS = ['studio_2', 'studio_5'] as const;

interface Choosable {
  readonly plans: readonly {
    readonly id: string;
    readonly isAnnual: boolean;
    readonly highlighted: boolean;
  }[];
  readonly bundles: readonly { readonly id: string; readonly price: number; readonly credits: number }[];
}

/** The offer that is chosen before anybody chooses; null for none (docs/product/buying.md#default-choice). */
export function defaultOffer(
  { plans, bundles }: Choosable,
  { label, annualFirst }: { readonly label: unknown; readonly annualFirst: boolean },
): string | null {
  const labelled = plans.find(({ id }) => id === label && PLAN_LABELS.some((known) => known === id));
  const free = bundles.find(({ price, credits }) => price === 0 && credits === 0);
  const period = plans.filter(({ isAnnual }) => isAnnual === annualFirst);
  const inPeriod = period.find(({ highlighted }) => highlighted) ?? (annualFirst ? period[0] : undefined);
  const member = inPeriod ?? plans.find(({ highlighted }) => highlighted) ?? plans[0];
  return (labelled ?? free ?? member)?.id ?? null;
}

export type PlanButton = 'new' | 'current' | 'switch' | 'downgrade' | 'upgrade';

/** What a person's own plan decides. */
interface Standing {
  readonly status: UserStatus | null;
  readonly isTrial: boolean;
  /** The provider's price of the running plan; null without one. */
  readonly currentPrice: string | null;
  readonly isAnnual: boolean;
  readonly tierNumber: number | null;
}

interface Selected {
  readonly priceId: string | null;
  readonly tier: number;
  readonly isAnnual: boolean;
}

/** Statuses that buy a plan anew, whatever they had. */
const BUYS_ANEW: ReadonlySet<UserStatus | null> = new Set<UserStatus | null>([
  'trial',
  'pending_cancellation',
  'wix-user',
  'cancelled',
  'ondemand',
]);

/** What choosing a plan means for a person (docs/product/buying.md#plan-buttons). */
export function planButton(person: Standing, plan: Selected): PlanButton {
  const { status, isTrial, currentPrice, isAnnual, tierNumber } = person;
  if (currentPrice === null || isTrial || BUYS_ANEW.has(status)) return 'new';
  if (plan.priceId === currentPrice) return 'current';
  if (plan.isAnnual !== isAnnual || plan.tier === tierNumber) return 'switch';
  return tierNumber !== null && tierNumber > plan.tier ? 'downgrade' : 'upgrade';
}

/** The button's label; `title` is the plan's. */
export function planButtonLabel(kind: PlanButton, title: string): string {
  switch (kind) {
    case 'new':
      return 'Purchase';
    case 'current':
      return "You're on this plan";
    case 'switch':
      return `Switch to ${title} now`;
    case 'downgrade':
      return `Downgrade to ${title}`;
    case 'upgrade':
      return `Upgrade to ${title} now`;
  }
}
