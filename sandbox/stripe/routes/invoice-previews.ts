import { planChange } from '../engine/change-plan.ts';
import { applied, asApplied, redeemable } from '../engine/discounts.ts';
import { extraLines } from '../engine/extra-items.ts';
import { draftInvoice } from '../engine/invoices.ts';
import { periodLines, waitingLines } from '../engine/subscription-items.ts';
import { hasEnded, periodOf } from '../engine/subscription-state.ts';
import { ApiError, invalid } from '../http/errors.ts';
import { clearable, either, flag, integer, list, object, oneOf, required, text } from '../http/params.ts';
import { route } from '../http/route.ts';
import { periodAt } from '../../lib/money/periods.ts';
import { newId } from '../store/ids.ts';
import { idOf } from '../store/reference.ts';
import type { Work } from '../store/work.ts';
import type { Kinds } from '../store/kinds.ts';
import { changedItems, discounts, extraItems } from './shapes.ts';

const PREVIEW = {
  customer: text,
  subscription: text,
  schedule: text,
  discounts,
  invoice_items: extraItems,
  subscription_details: object({
    billing_cycle_anchor: object({ type: required(oneOf('now', 'unchanged')) }),
    cancel_at_period_end: flag,
    default_tax_rates: clearable(list(text)),
    items: changedItems,
    proration_behavior: oneOf('none', 'create_prorations', 'always_invoice'),
    proration_date: integer,
    trial_end: either(oneOf('now'), integer),
  }),
} as const;

/** How the subscription is changed in the preview. */
type Details = Partial<{
  billing_cycle_anchor: { type: 'now' | 'unchanged' } | undefined;
  cancel_at_period_end: boolean | undefined;
  default_tax_rates: readonly string[] | null | undefined;
  items: Parameters<typeof planChange>[3]['items'];
  proration_behavior: 'none' | 'create_prorations' | 'always_invoice' | undefined;
  proration_date: number | undefined;
  trial_end: number | 'now' | undefined;
}>;

async function preview(
  work: Work,
  input: {
    subscription: string;
    discounts?:
      | readonly { coupon?: string | undefined; promotion_code?: string | undefined }[]
      | null
      | undefined;
    invoice_items?: Parameters<typeof extraLines>[2] | undefined;
    details: Details;
  },
): Promise<Kinds['invoice']> {
  const subscription = await work.get('subscription', input.subscription, 'subscription');
  const customer = await work.get('customer', idOf(subscription.customer));
  const at = await work.timeOf(customer.id);
  const { details } = input;
  const change = await planChange(work, at, subscription, {
    items: details.items,
    anchorNow: details.billing_cycle_anchor?.type === 'now',
    trialEnd: details.trial_end,
    proration: details.proration_behavior ?? 'create_prorations',
    prorationDate: details.proration_date,
    defaultTaxRates: details.default_tax_rates,
  });
  const ends = details.cancel_at_period_end ?? subscription.cancel_at_period_end;
  if (hasEnded(subscription) || (ends && !change.invoices && change.lines.length === 0)) {
    throw new ApiError(404, {
      type: 'invalid_request_error',
      code: 'invoice_upcoming_none',
      message: `No upcoming invoices for customer: ${customer.id}`,
    });
  }
  const waiting = await waitingLines(work, subscription);
  const renewal = change.invoices ? [] : await nextPeriodLines(work, change.next);
  const extra = await extraLines(work, change.next, input.invoice_items ?? [], at, 'invoice_items');
  const extraDiscounts = [];
  for (const [nr, one] of (input.discounts ?? []).entries()) {
    const { coupon } = await redeemable(work, one, customer.id, at, `discounts[${nr}]`);
    extraDiscounts.push(asApplied(work, newId('di'), coupon));
  }
  const when = change.invoices ? at : periodOf(change.next).end;
  return draftInvoice(
    work,
    when,
    {
      customer,
      subscription: change.next,
      lines: [...waiting.lines, ...change.lines, ...renewal, ...extra],
      discounts:
        input.discounts === undefined ? await applied(work, change.next.discounts, when) : extraDiscounts,
      reason: 'upcoming',
      period: { start: periodOf(subscription).start, end: when },
      currency: change.next.currency,
    },
    newId('upcoming_in'),
  );
}

async function nextPeriodLines(
  work: Work,
  subscription: Kinds['subscription'],
): Promise<Awaited<ReturnType<typeof periodLines>>> {
  const next = structuredClone(subscription);
  for (const item of next.items.data) {
    const every = item.price.recurring ?? { interval: 'month', interval_count: 1 };
    const period = periodAt(subscription.billing_cycle_anchor, every, item.current_period_end);
    item.current_period_start = period.start;
    item.current_period_end = period.end;
  }
  return periodLines(work, next, false);
}

/** What a schedule will have made of its subscription when the next invoice comes. */
async function scheduled(
  work: Work,
  id: string,
): Promise<{ readonly subscription: string; readonly details: Details }> {
  const schedule = await work.get('subscription_schedule', id, 'schedule');
  const subscription = idOf(schedule.subscription);
  if (subscription === null) {
    const message = `The schedule ${id} is ${schedule.status}: it has no upcoming invoice.`;
    throw invalid(message, 'schedule');
  }
  const { items } = await work.get('subscription', subscription);
  const from = schedule.current_phase?.end_date ?? 0;
  const phase = schedule.phases.find(({ start_date }) => start_date >= from);
  if (phase === undefined) return { subscription, details: {} };
  return {
    subscription,
    details: {
      items: phase.items.map(({ price, quantity }, nr) => ({
        id: items.data[nr]?.id,
        price: idOf(price) ?? undefined,
        quantity,
      })),
      default_tax_rates: (phase.default_tax_rates ?? []).map(({ id: rate }) => rate),
      proration_behavior: 'none',
    },
  };
}

/** Previews the next invoice of a subscription, as it is or changed, or of a schedule. */
export const createPreview = route(
  'POST',
  '/v1/invoices/create_preview',
  PREVIEW,
  async ({ work, input: { subscription, schedule, discounts: given, invoice_items, ...input } }) => {
    const details = input.subscription_details ?? {};
    if (schedule !== undefined) {
      if (subscription !== undefined || input.subscription_details !== undefined)
        throw invalid('You may only specify one of these parameters: schedule, subscription.', 'schedule');
      return preview(work, { ...(await scheduled(work, schedule)), discounts: given, invoice_items });
    }
    if (subscription === undefined) {
      const message = 'The sandbox previews the invoices of an existing subscription only.';
      throw invalid(message, 'subscription', 'parameter_missing');
    }
    return preview(work, { subscription, discounts: given, invoice_items, details });
  },
  { discards: true },
);
