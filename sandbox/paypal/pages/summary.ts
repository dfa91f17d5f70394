import { date, money as amountText } from '../../lib/pages/format.ts';
import type { Asked } from '../engine/approve.ts';
import { nextCycle } from '../engine/schedule.ts';
import { cycleAmount } from '../engine/terms.ts';
import type { Subscription, Terms } from '../store/kinds.ts';
import type { Order } from '../store/orders.ts';
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

/** `$121.77 per month` */
export const cycleText = (terms: Terms): string =>
  `${amountText(cycleAmount(terms).gross, terms.currency)} ${every(terms)}`;

/** What is paid from a day on, and the tax in it. */
function cycleRows(from: number, terms: Terms): Summary['rows'] {
  const { tax } = cycleAmount(terms);
  const rate =
    tax === 0 ? [] : ([[`Tax (${terms.tax}%), included`, amountText(tax, terms.currency)]] as const);
  return [[`From ${date(from)}`, cycleText(terms)], ...rate];
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
    rows: cycleRows(nextCycle(hidden), revision.terms),
    total: ['Due today', amountText(0, revision.terms.currency)],
  };
}

function ofSubscription({ start_time }: Subscription, what: string, terms: Terms): Summary {
  return {
    title: 'Subscribe',
    what,
    rows: cycleRows(seconds(start_time), terms),
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
