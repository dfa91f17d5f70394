import type { UserStatus } from './rules.ts';

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
