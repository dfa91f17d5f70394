import { OFFERS, type Offer } from '../rooms/store.ts';

/** A paid period's credits. */
interface PlanRest {
  rest: number;
  /** At its provider; the same plan at the other one is another price. */
  readonly price: string;
  readonly offer: Offer;
  readonly end: number;
  readonly of: string | null;
  readonly payment: string;
  withdrawn: number;
}

/** What a person has while their happenings are counted. */
export interface Account {
  status: string;
  bank: number;
  plan: PlanRest | null;
  pieces: { 'top-up': number; bundle: number };
}

export interface Happening {
  readonly at: number;
  /** At one instant an end comes after what was paid. */
  readonly rank: number;
  readonly run: (account: Account) => void;
}

/** A period of a plan is paid: what is left of the one before rolls over, unless it was changed within its time. */
export function payPeriod(
  account: Account,
  { begin, ...paid }: Omit<PlanRest, 'rest' | 'withdrawn'> & { readonly begin: number },
): void {
  const { plan, bank } = account;
  const { credits } = OFFERS[paid.offer];
  account.status = 'subscriber';
  if (plan !== null && (plan.price === paid.price || begin >= plan.end)) {
    const cap = rolls(paid.offer) ? 6 * credits : 0;
    if (rolls(plan.offer)) account.bank += Math.min(plan.rest, Math.max(0, cap - bank));
  }
  account.plan = { ...paid, rest: credits, withdrawn: 0 };
}

/** A part of `total` is paid back, `back` in all: its credits go out of what is left, once. */
export function payBack(
  { plan }: Account,
  { payment, back, total }: { readonly payment: string; readonly back: number; readonly total: number },
): void {
  if (plan?.payment !== payment) return;
  const all = Math.floor((OFFERS[plan.offer].credits * back) / total);
  const taken = Math.min(plan.rest, Math.max(0, all - plan.withdrawn));
  plan.rest -= taken;
  plan.withdrawn += taken;
}

/** A membership is over. */
export function endMembership(account: Account, subscription: string): void {
  if (account.plan?.of === subscription) account.plan = null;
  account.bank = 0;
  account.status = 'cancelled';
}

export function joinByBundle(account: Account): void {
  if (account.status === 'signup' || account.status === 'cancelled') account.status = 'ondemand';
}

/** What somebody has after all that happened. */
export function accountAfter(happenings: readonly Happening[]): Account {
  const account: Account = { status: 'signup', bank: 0, plan: null, pieces: { 'top-up': 0, bundle: 0 } };
  for (const { run } of happenings.toSorted((a, b) => a.at - b.at || a.rank - b.rank)) run(account);
  return account;
}

export const creditsIn = ({ plan, bank, pieces }: Account): Record<string, number> =>
  Object.fromEntries(
    Object.entries({ plan: plan?.rest ?? 0, rollover: bank, ...pieces }).filter(([, credits]) => credits > 0),
  );

const rolls = (offer: Offer): boolean => {
  const terms = OFFERS[offer];
  return 'has_rollover' in terms && terms.has_rollover;
};
