import { planChange } from '../engine/change-plan.ts';
import { applied, asApplied, redeemable } from '../engine/discounts.ts';
import { extraLines } from '../engine/extra-items.ts';
import { declinedError } from '../engine/intents.ts';
import { draftInvoice, finalize, intentOf } from '../engine/invoices.ts';
import { collect, voidInvoice } from '../engine/settle.ts';
import { periodLines, waitingLines } from '../engine/subscription-items.ts';
import { hasEnded, periodOf } from '../engine/subscription-state.ts';
import { forgetPendingOf } from '../engine/update-subscription.ts';
import { ApiError, invalid } from '../http/errors.ts';
import {
  clearable,
  either,
  flag,
  integer,
  integerIn,
  list,
  mergeMetadata,
  metadata,
  object,
  oneOf,
  required,
  text,
} from '../http/params.ts';
import { listOf, retrieve, route, wholeList, type Route } from '../http/route.ts';
import { periodAt } from '../../lib/money/periods.ts';
import { newId } from '../store/ids.ts';
import { idOf } from '../store/reference.ts';
import type { Work } from '../store/work.ts';
import type { Kinds } from '../store/kinds.ts';
import { given } from './charges.ts';
import { changedItems, discounts, extraItems } from './shapes.ts';

const PREVIEW = {
  customer: text,
  subscription: text,
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

async function preview(
  work: Work,
  input: {
    subscription: string;
    discounts?:
      | readonly { coupon?: string | undefined; promotion_code?: string | undefined }[]
      | null
      | undefined;
    invoice_items?: Parameters<typeof extraLines>[2] | undefined;
    details: Partial<{
      billing_cycle_anchor: { type: 'now' | 'unchanged' } | undefined;
      cancel_at_period_end: boolean | undefined;
      default_tax_rates: readonly string[] | null | undefined;
      items: Parameters<typeof planChange>[3]['items'];
      proration_behavior: 'none' | 'create_prorations' | 'always_invoice' | undefined;
      proration_date: number | undefined;
      trial_end: number | 'now' | undefined;
    }>;
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

export const invoices: readonly Route[] = [
  route(
    'POST',
    '/v1/invoices/create_preview',
    PREVIEW,
    async ({ work, input }) => {
      if (input.subscription === undefined) {
        const message = 'The sandbox previews the invoices of an existing subscription only.';
        throw invalid(message, 'subscription', 'parameter_missing');
      }
      return preview(work, {
        subscription: input.subscription,
        discounts: input.discounts,
        invoice_items: input.invoice_items,
        details: input.subscription_details ?? {},
      });
    },
    { discards: true },
  ),
  listOf(
    '/v1/invoices',
    'invoice',
    {
      customer: text,
      subscription: text,
      status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
    },
    ({ input: { customer, status, subscription } }) =>
      given({ customer, status, 'parent.subscription_details.subscription': subscription }),
  ),
  retrieve('/v1/invoices/:id', 'invoice'),
  route(
    'POST',
    '/v1/invoices/:id',
    { metadata, description: clearable(text), auto_advance: flag },
    async ({ work, input, ids: [id = ''] }) => {
      const invoice = await work.get('invoice', id);
      invoice.metadata = mergeMetadata(invoice.metadata, input.metadata);
      if (input.description !== undefined) invoice.description = input.description;
      if (input.auto_advance !== undefined) invoice.auto_advance = input.auto_advance;
      await work.emit('invoice.updated', invoice);
      return invoice;
    },
  ),
  route('GET', '/v1/invoices/:id/lines', { limit: integerIn(1, 100) }, async ({ work, ids: [id = ''] }) =>
    wholeList((await work.get('invoice', id)).lines.data, `/v1/invoices/${id}/lines`),
  ),
  route('POST', '/v1/invoices/:id/finalize', { auto_advance: flag }, async ({ work, ids: [id = ''] }) => {
    const invoice = await work.get('invoice', id);
    if (invoice.status !== 'draft')
      throw invalid("This invoice is already finalized, you can't re-finalize a non-draft invoice.");
    await finalize(work, invoice, await work.timeOf(idOf(invoice.customer)));
    return invoice;
  }),
  route(
    'POST',
    '/v1/invoices/:id/pay',
    { payment_method: text, off_session: flag },
    async ({ work, input, ids: [id = ''] }) => {
      const invoice = await work.get('invoice', id);
      if (invoice.status === 'paid') throw invalid('Invoice is already paid');
      if (invoice.status === 'draft')
        await finalize(work, invoice, await work.timeOf(idOf(invoice.customer)));
      if (invoice.status !== 'open') throw invalid('Only open invoices can be paid.');
      const verdict = await collect(work, invoice, {
        offSession: input.off_session ?? true,
        method: input.payment_method,
      });
      if (verdict.is === 'accepted') return invoice;
      const intent = await intentOf(work, invoice);
      if (verdict.is === 'authenticate') {
        throw new ApiError(
          402,
          {
            type: 'card_error',
            code: 'invoice_payment_intent_requires_action',
            message: 'Invoice payment intent requires action',
            ...(intent === null ? {} : { payment_intent: structuredClone(intent) }),
          },
          true,
        );
      }
      if (intent !== null && intent.last_payment_error !== null) throw declinedError(intent);
      throw new ApiError(
        400,
        {
          type: 'invalid_request_error',
          code: 'resource_missing',
          message: 'There is no `default_payment_method` set on this Customer or Invoice.',
        },
        true,
      );
    },
  ),
  route('POST', '/v1/invoices/:id/void', {}, async ({ work, ids: [id = ''] }) => {
    const invoice = await work.get('invoice', id);
    if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
      throw invalid(`You can only pass in open invoices. This invoice isn't open.`);
    await voidInvoice(work, invoice, await work.timeOf(idOf(invoice.customer)));
    await forgetPendingOf(work, invoice);
    return invoice;
  }),
  route('POST', '/v1/invoices/:id/mark_uncollectible', {}, async ({ work, ids: [id = ''] }) => {
    const invoice = await work.get('invoice', id);
    if (invoice.status !== 'open') throw invalid('You can only mark open invoices as uncollectible.');
    invoice.status = 'uncollectible';
    invoice.status_transitions.marked_uncollectible_at = await work.timeOf(idOf(invoice.customer));
    invoice.next_payment_attempt = null;
    work.hidden(invoice).due = null;
    await work.emit('invoice.marked_uncollectible', invoice);
    return invoice;
  }),
  listOf(
    '/v1/invoice_payments',
    'invoice_payment',
    {
      invoice: text,
      status: oneOf('open', 'paid', 'canceled'),
      payment: object({ type: required(oneOf('payment_intent')), payment_intent: text }),
    },
    ({ input: { invoice, payment, status } }) =>
      given({ invoice, status, 'payment.payment_intent': payment?.payment_intent }),
  ),
  retrieve('/v1/invoice_payments/:id', 'invoice_payment'),
];
