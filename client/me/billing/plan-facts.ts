import { formatUsd } from '#shared/lib/money.ts';
import { formatDay } from '#shared/lib/time.ts';
import type { Me } from '#shared/me/contract.ts';
import { STATUS_LABELS } from '#shared/me/texts-billing.ts';
import type { Billing } from '../../billing/area-api.ts';
import type { Fact } from '../../ui/layout/Facts.tsx';

type Plan = NonNullable<Billing['plan']>;

const credits = (n: number) => `${n} ${n === 1 ? 'credit' : 'credits'}`;
const per = (isAnnual: boolean) => (isAnnual ? 'year' : 'month');

/** "$199 a month". */
export function priceText({ price_cents, is_annual }: { price_cents: number; is_annual: boolean }): string {
  return `${formatUsd(price_cents)} a ${per(is_annual)}`;
}

/** "$244.77 ($199 + $45.77 VAT)"; without VAT the total alone. */
export function amountText(amount: NonNullable<NonNullable<Plan['next']>['amount']>): string {
  const total = formatUsd(amount.total_cents);
  return amount.vat_cents === 0
    ? total
    : `${total} (${formatUsd(amount.net_cents)} + ${formatUsd(amount.vat_cents)} VAT)`;
}

type Person = Pick<Me, 'status' | 'timezone'> & {
  readonly subscription: Pick<Me['subscription'], 'nextBillingDate'>;
};

/** What the plan card says (docs/product/buying.md#billing-area). */
export function planFacts(me: Person, plan: Billing['plan']): Fact[] {
  const day = (instant: string) => formatDay(Temporal.Instant.from(instant), me.timezone);
  const status: Fact[] = me.status === null ? [] : [['Status', STATUS_LABELS[me.status]]];
  // A membership that has ended has no plan.
  if (plan === null) return [['Plan', 'None'], ...status];
  const { next, pending } = plan;
  const facts: (Fact | null)[] = [
    ['Plan', plan.name],
    ...status,
    plan.price_cents === null ? null : ['Price', priceText({ ...plan, price_cents: plan.price_cents })],
    plan.credits === null ? null : ['Includes', `${credits(plan.credits)} a ${per(plan.is_annual)}`],
    plan.trial_ends_at === null ? null : ['Free trial until', day(plan.trial_ends_at)],
    nextDate(me, plan, day),
    next === null ? null : ['Then', thenText(next)],
    pending === null ? null : [`From ${day(pending.from)}`, `${pending.name}, ${priceText(pending)}`],
    plan.ends_at === null ? null : ['Ends on', day(plan.ends_at)],
  ];
  return facts.filter((fact) => fact !== null);
}

function nextDate(me: Person, { next, ends_at }: Plan, day: (instant: string) => string): Fact | null {
  const at = next?.at ?? (ends_at === null ? me.subscription.nextBillingDate : null);
  return at === null ? null : ['Next billing date', day(at)];
}

function thenText({ credits: n, amount }: NonNullable<Plan['next']>): string {
  return amount === null ? credits(n) : `${credits(n)} for ${amountText(amount)}`;
}
