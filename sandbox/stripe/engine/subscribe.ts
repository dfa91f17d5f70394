import type Stripe from 'stripe';
import { invalid } from '../http/errors.ts';
import { addIntervals } from '../../lib/money/periods.ts';
import { idOf } from '../store/reference.ts';
import type { Work } from '../store/work.ts';
import { extraLines, type ExtraItem } from './extra-items.ts';
import { addDiscount, applied, redeemable, type DiscountInput } from './discounts.ts';
import { addInvoice, finalize, intentOf } from './invoices.ts';
import { judge } from './declines.ts';
import { declinedError, setUp } from './intents.ts';
import { behaviorOf } from './payment-methods.ts';
import { collect, defaultMethod } from './settle.ts';
import { addSetupIntent } from './setup-intents.ts';
import { intervalOf, newItem, periodLines, taxRates, type ItemInput } from './subscription-items.ts';
import { saveSubscription } from './subscription-state.ts';

const DAY = 86_400;

export type PaymentBehavior =
  | 'allow_incomplete'
  | 'default_incomplete'
  | 'error_if_incomplete'
  | 'pending_if_incomplete';

export interface SubscribeInput {
  readonly customer: Stripe.Customer;
  readonly items: readonly ItemInput[];
  readonly addInvoiceItems?: readonly ExtraItem[] | undefined;
  readonly trialEnd: number | null;
  readonly missingCard?: 'cancel' | 'create_invoice' | 'pause' | undefined;
  readonly method?: string | null | undefined;
  readonly behavior: PaymentBehavior;
  readonly offSession?: boolean | undefined;
  readonly defaultTaxRates?: readonly string[] | null | undefined;
  readonly discounts?: readonly DiscountInput[] | null | undefined;
  readonly metadata?: Record<string, string>;
  readonly description?: string | null;
  readonly saveCard?: 'on_subscription' | 'off' | undefined;
  readonly cancelAtPeriodEnd?: boolean | undefined;
  readonly cancelAt?: number | undefined;
  readonly mode?: 'classic' | 'flexible' | undefined;
  readonly returnUrl?: string | null;
}

/** Makes a subscription and its first invoice, and pays it unless the payment is left to the customer. */
export async function subscribe(work: Work, at: number, input: SubscribeInput): Promise<Stripe.Subscription> {
  const { customer } = input;
  const id = work.id('subscription');
  if (input.items.length === 0) throw invalid('Missing required param: items.', 'items', 'parameter_missing');
  const items: Stripe.SubscriptionItem[] = [];
  for (const [nr, item] of input.items.entries())
    items.push(await newItem(work, id, item, at, `items[${nr}]`));
  const every = intervalOf(items);
  const trial = input.trialEnd !== null && input.trialEnd > at ? input.trialEnd : null;
  const end = trial ?? addIntervals(at, every, 1);
  for (const item of items) Object.assign(item, { current_period_start: at, current_period_end: end });
  const subscription: Stripe.Subscription = {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: trial ?? at,
    billing_cycle_anchor_config: null,
    billing_mode:
      input.mode === 'classic'
        ? { type: 'classic', flexible: null }
        : { type: 'flexible', flexible: { proration_discounts: 'included' } },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: input.cancelAtPeriodEnd ? end : (input.cancelAt ?? null),
    cancel_at_period_end: input.cancelAtPeriodEnd ?? false,
    canceled_at: input.cancelAtPeriodEnd ? at : null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: at,
    currency: items[0]?.price.currency ?? 'usd',
    customer: customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: input.method ?? null,
    default_source: null,
    default_tax_rates: await taxRates(work, input.defaultTaxRates, 'default_tax_rates'),
    description: input.description ?? null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: items,
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: input.metadata ?? {},
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: input.saveCard ?? 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: at,
    status: trial === null ? 'incomplete' : 'trialing',
    test_clock: customer.test_clock ?? null,
    transfer_data: null,
    trial_end: trial,
    trial_settings: {
      end_behavior: {
        billing_cycle_anchor: null,
        missing_payment_method: input.missingCard ?? 'create_invoice',
      },
    },
    trial_start: trial === null ? null : at,
  };
  work.add(subscription, {});
  customer.currency ??= subscription.currency;
  for (const [nr, discount] of (input.discounts ?? []).entries()) {
    const found = await redeemable(work, discount, customer.id, at, `discounts[${nr}]`);
    const holder = { customer: customer.id, subscription: id, clock: idOf(customer.test_clock) };
    subscription.discounts.push(addDiscount(work, found, holder, at).id);
  }
  await firstInvoice(work, at, subscription, input);
  return subscription;
}

async function firstInvoice(
  work: Work,
  at: number,
  subscription: Stripe.Subscription,
  input: SubscribeInput,
): Promise<void> {
  const { customer, behavior } = input;
  const isTrial = subscription.status === 'trialing';
  const lines = [
    ...(await periodLines(work, subscription, isTrial)),
    ...(await extraLines(work, subscription, input.addInvoiceItems ?? [], at)),
  ];
  const invoice = await addInvoice(work, at, {
    customer,
    subscription,
    lines,
    discounts: await applied(work, subscription.discounts, at),
    reason: 'subscription_create',
    period: { start: at, end: at },
    currency: subscription.currency,
  });
  subscription.latest_invoice = invoice.id;
  await consumeDiscounts(work, subscription, invoice);
  await finalize(work, invoice, at);
  const card = await defaultMethod(work, invoice, subscription);
  if (isTrial && card === null) {
    subscription.pending_setup_intent = (
      await addSetupIntent(work, at, { customer: customer.id, clock: idOf(customer.test_clock) })
    ).id;
  }
  // Nothing is paid yet, and the customer is here: their bank may ask now.
  if (isTrial && card !== null && !(input.offSession ?? false))
    subscription.pending_setup_intent = await authenticationOf(work, at, customer, card);
  saveSubscription(work, subscription);
  const free = invoice.amount_due === 0;
  if (!free && card === null && behavior !== 'default_incomplete') {
    throw invalid(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#set-default.',
      undefined,
      'resource_missing',
    );
  }
  await work.emit('customer.subscription.created', subscription);
  if (!free && behavior === 'default_incomplete') return;
  const verdict = await collect(work, invoice, {
    offSession: input.offSession ?? false,
    returnUrl: input.returnUrl ?? null,
  });
  if (verdict.is !== 'accepted' && behavior === 'error_if_incomplete') {
    const intent = await intentOf(work, invoice);
    if (intent !== null) throw declinedError(intent, false);
  }
}

/** The setup intent by which a bank confirms a card that is charged later; null where it asks nothing. */
async function authenticationOf(
  work: Work,
  at: number,
  customer: Stripe.Customer,
  card: Stripe.PaymentMethod,
): Promise<string | null> {
  if (work.hidden(card).prepared === true) return null;
  const attempt = { saving: true, offSession: false, prepared: false, authentication: null };
  if (judge({ behavior: behaviorOf(work, card), ...attempt }).is !== 'authenticate') return null;
  const intent = await addSetupIntent(work, at, { customer: customer.id, clock: idOf(customer.test_clock) });
  await setUp(work, intent, card, {});
  return intent.id;
}

/** Takes single-use coupons off once an invoice has used them. */
export async function consumeDiscounts(
  work: Work,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
): Promise<void> {
  const used = new Set(
    (invoice.total_discount_amounts ?? [])
      .filter(({ amount }) => amount > 0)
      .map(({ discount }) => idOf(discount)),
  );
  const left: string[] = [];
  for (const reference of subscription.discounts) {
    const discount = await work.get('discount', idOf(reference));
    const coupon = (await work.any(idOf(discount.source.coupon) ?? ''))?.data as Stripe.Coupon | undefined;
    const spent = coupon?.duration === 'once' && used.has(discount.id);
    const over = discount.end !== null && discount.end <= invoice.created;
    if (!spent && !over) left.push(discount.id);
  }
  subscription.discounts = left;
}

/** The end of a trial by its parameters; null: no trial. */
export function trialEndOf(
  at: number,
  {
    trial_end: end,
    trial_period_days: days,
  }: { trial_end?: number | 'now' | undefined; trial_period_days?: number | undefined },
): number | null {
  if (end !== undefined && days !== undefined)
    throw invalid('You may only specify one of these parameters: trial_end, trial_period_days.', 'trial_end');
  if (days !== undefined) return days === 0 ? null : at + days * DAY;
  if (end === undefined || end === 'now') return null;
  if (end <= at)
    throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', 'trial_end');
  return end;
}
