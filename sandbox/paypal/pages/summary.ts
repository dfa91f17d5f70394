import { date, money as amountText } from '../../lib/pages/format.ts';
import type { Asked } from '../engine/approve.ts';
import { nextCycle } from '../engine/schedule.ts';
import { cycleAmount } from '../engine/terms.ts';
import type { Order, Subscription, Terms } from '../store/kinds.ts';
import { cents, seconds } from '../store/values.ts';
import type { Work } from '../store/work.ts';

/** What somebody agrees to, in lines of a label and a value. */
export interface Summary {
  readonly title: string;
  readonly what: string;
  readonly rows: readonly (readonly [string, string])[];
  readonly total: readonly [string, string];
}

const every = ({ unit, count }: Terms): string =>
  count === 1 ? `per ${unit.toLowerCase()}` : `every ${count} ${unit.toLowerCase()}s`;

const taxText = ({ tax }: Terms, amount: number, currency: string): string =>
  amount === 0 ? '' : ` (with ${tax}% tax)`.replace('tax)', `tax, ${amountText(amount, currency)})`);

/** `$121.77 per month (with 23% tax, $22.77)` */
export function cycleText(terms: Terms): string {
  const { gross, tax } = cycleAmount(terms);
  return `${amountText(gross, terms.currency)} ${every(terms)}${taxText(terms, tax, terms.currency)}`;
}

export async function summaryOf(work: Work, asked: Asked): Promise<Summary> {
  if (asked.is === 'order') return ofOrder(asked.order);
  const hidden = work.hidden('subscription', asked.subscription.id);
  const revision = asked.is === 'revision' ? hidden.revision : undefined;
  const plan = await work.get('plan', revision?.plan ?? asked.subscription.plan_id);
  if (revision === undefined) return ofSubscription(asked.subscription, plan.name, hidden.terms);
  return {
    title: 'Change your subscription',
    what: plan.name,
    rows: [[`From ${date(nextCycle(hidden))}`, cycleText(revision.terms)]],
    total: ['Due today', amountText(0, revision.terms.currency)],
  };
}

function ofSubscription({ start_time }: Subscription, what: string, terms: Terms): Summary {
  return {
    title: 'Subscribe',
    what,
    rows: [[`From ${date(seconds(start_time))}`, cycleText(terms)]],
    total: ['Due today', amountText(terms.setupFee, terms.currency)],
  };
}

function ofOrder({ purchase_units: [unit] }: Order): Summary {
  if (unit === undefined) throw new Error('an order is empty');
  const currency = unit.amount.currency_code;
  const items = (unit.items ?? []) as { name: string; quantity: string; unit_amount: { value: string } }[];
  const breakdown = (unit.amount.breakdown ?? {}) as { tax_total?: { value: string } };
  const tax = breakdown.tax_total === undefined ? 0 : (cents(breakdown.tax_total) ?? 0);
  return {
    title: 'Pay',
    what: unit.description ?? 'Purchase',
    rows: [
      ...items.map(
        ({ name, quantity, unit_amount }) =>
          [
            `${quantity} × ${name}`,
            amountText(Number(quantity) * (cents(unit_amount) ?? 0), currency),
          ] as const,
      ),
      ...(tax === 0 ? [] : ([['Tax', amountText(tax, currency)]] as const)),
    ],
    total: ['Total', amountText(cents(unit.amount) ?? 0, currency)],
  };
}
