import { planChange } from '../engine/change-plan.ts';
import { ownPaymentMethod } from '../engine/payment-methods.ts';
import { subscribe, trialEndOf } from '../engine/subscribe.ts';
import { endSubscription, hasEnded, saveSubscription } from '../engine/subscription-state.ts';
import { makeChange } from '../engine/update-subscription.ts';
import { invalid, missing } from '../http/errors.ts';
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
import { idOf } from '../store/reference.ts';
import { given } from './charges.ts';
import { requireLive, setDiscounts, setEnd, withoutUndefined } from './subscription-changes.ts';
import { changedItems, discounts, extraItems, newItems } from './shapes.ts';

const cancellation = object({
  comment: clearable(text),
  feedback: clearable(
    oneOf(
      'customer_service',
      'low_quality',
      'missing_features',
      'other',
      'switched_service',
      'too_complex',
      'too_expensive',
      'unused',
    ),
  ),
});

const SHARED = {
  add_invoice_items: extraItems,
  cancel_at_period_end: flag,
  collection_method: oneOf('charge_automatically'),
  default_tax_rates: clearable(list(text)),
  description: clearable(text),
  discounts,
  metadata,
  off_session: flag,
  payment_settings: object({
    payment_method_types: list(oneOf('card')),
    save_default_payment_method: oneOf('off', 'on_subscription'),
  }),
  proration_behavior: oneOf('none', 'create_prorations', 'always_invoice'),
  trial_end: either(oneOf('now'), integer),
  trial_settings: object({
    end_behavior: required(
      object({ missing_payment_method: required(oneOf('cancel', 'create_invoice', 'pause')) }),
    ),
  }),
} as const;

const anchor = object({ type: required(oneOf('now', 'unchanged')) });

export const subscriptions: readonly Route[] = [
  route(
    'POST',
    '/v1/subscriptions',
    {
      ...SHARED,
      billing_mode: object({ type: required(oneOf('classic', 'flexible')) }),
      cancel_at: integer,
      currency: text,
      customer: required(text),
      default_payment_method: text,
      items: required(newItems),
      payment_behavior: oneOf('allow_incomplete', 'default_incomplete', 'error_if_incomplete'),
      trial_period_days: integerIn(0, 730),
    },
    async ({ work, input }) => {
      const customer = await work.get('customer', input.customer, 'customer');
      const at = await work.timeOf(customer.id);
      const method = input.default_payment_method;
      return subscribe(work, at, {
        customer,
        items: input.items,
        addInvoiceItems: input.add_invoice_items,
        trialEnd: trialEndOf(at, input),
        missingCard: input.trial_settings?.end_behavior.missing_payment_method,
        method:
          method === undefined
            ? null
            : (await ownPaymentMethod(work, method, customer, 'default_payment_method', at)).id,
        behavior: input.payment_behavior ?? 'allow_incomplete',
        offSession: input.off_session,
        defaultTaxRates: input.default_tax_rates,
        discounts: input.discounts,
        metadata: mergeMetadata({}, input.metadata),
        description: input.description ?? null,
        saveCard: input.payment_settings?.save_default_payment_method,
        cancelAtPeriodEnd: input.cancel_at_period_end,
        cancelAt: input.cancel_at,
        mode: input.billing_mode?.type,
      });
    },
  ),
  listOf(
    '/v1/subscriptions',
    'subscription',
    {
      customer: text,
      price: text,
      test_clock: text,
      status: oneOf(
        'active',
        'all',
        'canceled',
        'ended',
        'incomplete',
        'incomplete_expired',
        'past_due',
        'paused',
        'trialing',
        'unpaid',
      ),
    },
    ({ input: { customer, price, status, test_clock: clock } }) => [
      ...given({ customer, test_clock: clock }),
      ...(price === undefined
        ? []
        : [
            {
              sql: `data @> $::jsonb`,
              values: [JSON.stringify({ items: { data: [{ price: { id: price } }] } })],
            },
          ]),
      ...(status === 'all' ? [] : [byStatus(status)]),
    ],
  ),
  retrieve('/v1/subscriptions/:id', 'subscription'),
  route(
    'POST',
    '/v1/subscriptions/:id',
    {
      ...SHARED,
      billing_cycle_anchor: anchor,
      cancel_at: clearable(integer),
      cancellation_details: cancellation,
      default_payment_method: clearable(text),
      items: changedItems,
      payment_behavior: oneOf(
        'allow_incomplete',
        'default_incomplete',
        'error_if_incomplete',
        'pending_if_incomplete',
      ),
      proration_date: integer,
    },
    async ({ work, input, ids: [id = ''] }) => {
      const subscription = await work.get('subscription', id);
      const customer = await work.get('customer', idOf(subscription.customer));
      const at = await work.timeOf(customer.id);
      requireLive(subscription, input);
      const { cancel_at_period_end: ends, cancel_at: endsAt } = input;
      if ((ends !== undefined || endsAt !== undefined) && subscription.schedule !== null) {
        throw invalid(
          `The subscription is managed by the subscription schedule \`${idOf(subscription.schedule) ?? ''}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
          ends === undefined ? 'cancel_at' : 'cancel_at_period_end',
        );
      }
      if (input.default_payment_method !== undefined) {
        const method = input.default_payment_method;
        subscription.default_payment_method =
          method === null
            ? null
            : (await ownPaymentMethod(work, method, customer, 'default_payment_method', at)).id;
      }
      if (input.description !== undefined) subscription.description = input.description;
      if (input.trial_settings !== undefined && subscription.trial_settings !== null)
        Object.assign(subscription.trial_settings.end_behavior, input.trial_settings.end_behavior);
      if (
        input.payment_settings?.save_default_payment_method !== undefined &&
        subscription.payment_settings !== null
      )
        subscription.payment_settings.save_default_payment_method =
          input.payment_settings.save_default_payment_method;
      subscription.metadata = mergeMetadata(subscription.metadata, input.metadata);
      if (input.discounts !== undefined) await setDiscounts(work, subscription, input.discounts ?? [], at);
      setEnd(subscription, at, input);
      const change = await planChange(work, at, subscription, {
        items: input.items,
        anchorNow: input.billing_cycle_anchor?.type === 'now',
        trialEnd: input.trial_end,
        proration: input.proration_behavior ?? 'create_prorations',
        prorationDate: input.proration_date,
        addInvoiceItems: input.add_invoice_items,
        defaultTaxRates: input.default_tax_rates,
      });
      const behavior = input.payment_behavior ?? 'allow_incomplete';
      const before = JSON.stringify(subscription);
      if (touchesPlan(input)) {
        await makeChange(work, at, subscription, change, {
          behavior,
          offSession: input.off_session ?? false,
        });
        if (JSON.stringify(subscription) === before) return subscription;
      }
      saveSubscription(work, subscription);
      await work.emit('customer.subscription.updated', subscription);
      return subscription;
    },
  ),
  route(
    'DELETE',
    '/v1/subscriptions/:id',
    { cancellation_details: cancellation },
    async ({ work, input, ids: [id = ''] }) => {
      const subscription = await work.get('subscription', id);
      if (hasEnded(subscription)) throw missing('subscription', id);
      Object.assign(subscription.cancellation_details ?? {}, withoutUndefined(input.cancellation_details));
      await endSubscription(
        work,
        subscription,
        await work.timeOf(idOf(subscription.customer)),
        'cancellation_requested',
      );
      return subscription;
    },
    { expands: true },
  ),
  route(
    'GET',
    '/v1/subscription_items',
    { subscription: required(text), limit: integerIn(1, 100) },
    async ({ work, input }) =>
      wholeList(
        (await work.get('subscription', input.subscription, 'subscription')).items.data,
        '/v1/subscription_items',
      ),
  ),
];

const PLAN_FIELDS = new Set([
  'items',
  'billing_cycle_anchor',
  'trial_end',
  'add_invoice_items',
  'default_tax_rates',
]);
const touchesPlan = (input: object): boolean =>
  Object.entries(input).some(([key, value]) => value !== undefined && PLAN_FIELDS.has(key));

function byStatus(status: string | undefined): { sql: string; values: unknown[] } {
  const ended = ['canceled', 'incomplete_expired'];
  if (status === undefined) return { sql: `data ->> 'status' <> 'canceled'`, values: [] };
  return { sql: `data ->> 'status' = any($)`, values: [status === 'ended' ? ended : [status]] };
}
