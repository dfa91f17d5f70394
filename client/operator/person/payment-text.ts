import { formatUsdExact, toCents } from '#shared/lib/money.ts';
import { formatDay } from '#shared/lib/time.ts';
import type { PersonPayment, ProviderSubscription } from '#shared/operator/person/contract-payments.ts';
import { creditsText } from '#shared/operator/texts-people.ts';
import type { Fact } from '../../ui/layout/Facts.tsx';

/** What was bought. */
export const boughtText = ({
  kind,
  name,
  quantity,
}: Pick<PersonPayment, 'kind' | 'name' | 'quantity'>): string =>
  kind === 'top-up' ? creditsText(quantity) : name;

/** Whether anything of a payment may be paid back; the provider has the last word. */
export const mayRefund = ({ total_cents, refunded_cents, disputes }: PersonPayment): boolean =>
  refunded_cents < total_cents && disputes.every((state) => state === 'won');

const AMOUNT = /^\d{1,7}(?:\.\d{1,2})?$/;

/** Cents of a typed amount in dollars; null for nothing, undefined for what is no amount. */
export function typedCents(typed: string): number | null | undefined {
  const text = typed.trim().replace(/^\$/, '');
  if (text === '') return null;
  const cents = AMOUNT.test(text) ? toCents(Number(text)) : 0;
  return cents > 0 ? cents : undefined;
}

interface Plan {
  readonly cents: number;
  readonly left_cents: number;
  readonly credits: number;
}

/** What a refund would do. */
export function planText({ cents, left_cents, credits }: Plan): string {
  const taken = `${creditsText(credits)} not spent yet ${credits === 1 ? 'is' : 'are'} taken back.`;
  return `${formatUsdExact(cents)} is paid back. ${formatUsdExact(left_cents)} stays paid; ${taken}`;
}

const STATUSES: Readonly<Record<ProviderSubscription['status'], string>> = {
  incomplete: 'Not paid yet',
  incomplete_expired: 'Never paid',
  trialing: 'Trial',
  active: 'Running',
  past_due: 'Payment overdue',
  canceled: 'Ended',
  unpaid: 'Unpaid',
  paused: 'Paused',
};

/** A subscription as its provider says it. */
export function subscriptionFacts(told: ProviderSubscription, zone: string): Fact[] {
  const { status, plan, period_start, period_end, trial_end, ends_at, next_plan, next_cents } = told;
  const day = (instant: string) => formatDay(Temporal.Instant.from(instant), zone);
  const isOver = status === 'canceled' || status === 'incomplete_expired';
  const facts: (Fact | null)[] = [
    ['Status', STATUSES[status]],
    ['Plan', plan === null ? 'Not one of the studio' : plan.name],
    plan === null
      ? null
      : ['Price', `${formatUsdExact(plan.cents)} ${plan.is_annual ? 'a year' : 'a month'}, without VAT`],
    ['Period', `${day(period_start)} to ${day(period_end)}`],
    trial_end === null ? null : ['Trial until', day(trial_end)],
    next_plan === null ? null : ['Plan after that', next_plan],
    isOver || next_cents === null
      ? null
      : ['Next charge', `${formatUsdExact(next_cents)} with VAT, on ${day(period_end)}`],
    ends_at === null ? null : [isOver ? 'Ended on' : 'Ends on', day(ends_at)],
  ];
  return facts.filter((fact) => fact !== null);
}
