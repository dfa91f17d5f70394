import type Stripe from 'stripe';
import { invalid } from '../http/errors.ts';
import { addIntervals } from '../../lib/money/periods.ts';
import type { Work } from '../store/work.ts';
import { extraLines, type ExtraItem } from './extra-items.ts';
import type { LineInput } from './lines.ts';
import {
  intervalOf,
  newItem,
  periodLines,
  planOf,
  prorationLine,
  taxRates,
  type ItemInput,
} from './subscription-items.ts';
import { findPrice } from './prices.ts';

export interface ChangeInput {
  readonly items?: readonly ItemInput[] | undefined;
  readonly anchorNow: boolean;
  readonly trialEnd?: number | 'now' | undefined;
  readonly proration: 'none' | 'create_prorations' | 'always_invoice';
  readonly prorationDate?: number | undefined;
  readonly addInvoiceItems?: readonly ExtraItem[] | undefined;
  readonly defaultTaxRates?: readonly string[] | null | undefined;
}

/** A change of items or of the cycle: the subscription as it becomes, and what is charged for it. */
export interface Change {
  readonly next: Stripe.Subscription;
  readonly lines: readonly LineInput[];
  /** The lines are invoiced now, not with the next invoice. */
  readonly invoices: boolean;
}

/** Works out a change without making it. */
export async function planChange(
  work: Work,
  at: number,
  subscription: Stripe.Subscription,
  input: ChangeInput,
): Promise<Change> {
  const next = structuredClone(subscription);
  if (input.defaultTaxRates !== undefined)
    next.default_tax_rates = await taxRates(work, input.defaultTaxRates, 'default_tax_rates');
  const was = intervalOf(subscription.items.data);
  if (input.items !== undefined) await changeItems(work, at, next, input.items);
  const every = intervalOf(next.items.data);
  const otherInterval = was.interval !== every.interval || was.interval_count !== every.interval_count;
  const inTrial = subscription.status === 'trialing';
  const ends = input.trialEnd === 'now' && inTrial;
  if (input.anchorNow && inTrial && !ends)
    throw invalid(
      'You cannot reset the billing cycle of a trialing subscription; pass trial_end=now.',
      'billing_cycle_anchor',
    );
  const restarts = ends || input.anchorNow || (otherInterval && !inTrial);
  setCycle(next, at, every, input.trialEnd, restarts);

  const lines: LineInput[] = [];
  if (input.proration !== 'none' && !inTrial)
    lines.push(...(await prorations(work, input.prorationDate ?? at, subscription, next, restarts)));
  if (restarts) lines.push(...(await periodLines(work, next, false)));
  lines.push(...(await extraLines(work, next, input.addInvoiceItems ?? [], at)));
  const invoices =
    restarts ||
    (lines.length > 0 && (input.proration === 'always_invoice' || input.addInvoiceItems !== undefined));
  return { next, lines, invoices };
}

function setCycle(
  next: Stripe.Subscription,
  at: number,
  every: Stripe.Price.Recurring,
  trialEnd: number | 'now' | undefined,
  restarts: boolean,
): void {
  if (restarts) {
    if (next.trial_end !== null && next.trial_end > at) next.trial_end = at;
    next.status = 'active';
    next.billing_cycle_anchor = at;
    setPeriod(next, at, addIntervals(at, every, 1));
  } else if (typeof trialEnd === 'number') {
    if (trialEnd <= at)
      throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', 'trial_end');
    next.status = 'trialing';
    next.trial_start ??= at;
    next.trial_end = trialEnd;
    next.billing_cycle_anchor = trialEnd;
    setPeriod(next, at, trialEnd);
  }
  if (next.cancel_at_period_end)
    next.cancel_at = Math.min(...next.items.data.map((i) => i.current_period_end));
}

function setPeriod(subscription: Stripe.Subscription, start: number, end: number): void {
  for (const item of subscription.items.data)
    Object.assign(item, { current_period_start: start, current_period_end: end });
}

async function changeItems(
  work: Work,
  at: number,
  next: Stripe.Subscription,
  inputs: readonly ItemInput[],
): Promise<void> {
  const [first] = next.items.data;
  for (const [nr, input] of inputs.entries()) {
    const param = `items[${nr}]`;
    if (input.id === undefined) {
      const item = await newItem(work, next.id, input, at, param);
      item.current_period_start = first?.current_period_start ?? at;
      item.current_period_end = first?.current_period_end ?? at;
      next.items.data.push(item);
      continue;
    }
    const item = next.items.data.find(({ id }) => id === input.id);
    if (item === undefined)
      throw invalid(`No such subscription_item: '${input.id}'`, `${param}[id]`, 'resource_missing');
    if (input.deleted) {
      next.items.data = next.items.data.filter(({ id }) => id !== input.id);
      continue;
    }
    if (input.price !== undefined || input.price_data !== undefined) {
      const price = await findPrice(work, input, at, param);
      if (!price.active && input.price !== undefined)
        throw invalid('The price specified is inactive.', `${param}[price]`);
      item.price = structuredClone(price);
      item.plan = planOf(price);
    }
    if (input.quantity !== undefined) item.quantity = input.quantity;
    if (input.metadata !== undefined) item.metadata = { ...item.metadata, ...input.metadata };
    if (input.tax_rates !== undefined)
      item.tax_rates = await taxRates(work, input.tax_rates, `${param}[tax_rates]`);
  }
}

/** What has been paid and will not be used comes back; a new price until the period's end is charged. */
async function prorations(
  work: Work,
  at: number,
  was: Stripe.Subscription,
  next: Stripe.Subscription,
  restarts: boolean,
): Promise<LineInput[]> {
  const lines: LineInput[] = [];
  for (const item of was.items.data) {
    const after = next.items.data.find(({ id }) => id === item.id);
    const changed = after?.price.id !== item.price.id || after.quantity !== item.quantity;
    if (!changed && !restarts) continue;
    lines.push(await prorationLine(work, was, item, at, -1));
    if (!restarts && after !== undefined) lines.push(await prorationLine(work, next, after, at, 1));
  }
  for (const item of next.items.data) {
    if (restarts || was.items.data.some(({ id }) => id === item.id)) continue;
    lines.push(await prorationLine(work, next, item, at, 1));
  }
  return lines;
}
