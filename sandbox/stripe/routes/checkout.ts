import { expireCheckout } from '../engine/checkout.ts';
import { redeemable } from '../engine/discounts.ts';
import { invalid } from '../http/errors.ts';
import { integerIn, mergeMetadata } from '../http/params.ts';
import { listOf, retrieve, route, wholeList, type Route } from '../http/route.ts';
import { randomText } from '../../lib/ids.ts';
import { idOf } from '../store/reference.ts';
import { text } from '../http/params.ts';
import { given } from './charges.ts';
import { SESSION, type SessionInput } from './checkout-input.ts';
import { checkoutItems, totalsOf } from './checkout-items.ts';
import { newSession } from './checkout-session.ts';

const DAY = 86_400;

function requireShape(input: SessionInput): void {
  const needsItems = input.mode !== 'setup';
  if (needsItems && (input.line_items?.length ?? 0) === 0)
    throw invalid('Missing required param: line_items.', 'line_items', 'parameter_missing');
  if (!needsItems && input.line_items !== undefined)
    throw invalid('`line_items` cannot be passed in `setup` mode.', 'line_items');
  for (const [mode, key] of [
    ['subscription', 'subscription_data'],
    ['payment', 'payment_intent_data'],
    ['setup', 'setup_intent_data'],
  ] as const) {
    if (input[key] !== undefined && input.mode !== mode)
      throw invalid(`You can not pass \`${key}\` in \`${input.mode}\` mode.`, key);
  }
  if (input.customer !== undefined && input.customer_email !== undefined)
    throw invalid(
      'You may only specify one of these parameters: customer, customer_email.',
      'customer_email',
      'parameters_exclusive',
    );
  if (input.discounts !== undefined && input.allow_promotion_codes !== undefined)
    throw invalid(
      'You may only specify one of these parameters: allow_promotion_codes, discounts.',
      'discounts',
      'parameters_exclusive',
    );
}

export const checkout: readonly Route[] = [
  route('POST', '/v1/checkout/sessions', SESSION, async ({ work, input }) => {
    requireShape(input);
    const customer =
      input.customer === undefined ? null : await work.get('customer', input.customer, 'customer');
    const at = await work.timeOf(customer?.id);
    const expires = input.expires_at ?? at + DAY;
    if (expires < at + 1800 || expires > at + DAY)
      throw invalid(
        'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
        'expires_at',
      );
    const data = input.subscription_data;
    const trialDays = data?.trial_period_days ?? null;
    const inTrial = (trialDays ?? 0) > 0 || data?.trial_end !== undefined;
    const found = [];
    for (const [nr, one] of (input.discounts ?? []).entries())
      found.push(await redeemable(work, one, customer?.id ?? null, at, `discounts[${nr}]`));
    const rates = data?.default_tax_rates ?? [];
    const items = await checkoutItems(work, at, input, found, inTrial, rates, customer);
    const id = `cs_test_${randomText(58)}`;
    const session = newSession(work, id, at, expires, input, {
      customer: customer?.id ?? null,
      totals: input.mode === 'setup' ? null : totalsOf(items),
      currency: items[0]?.currency ?? input.currency ?? null,
      discounts: found.map(({ coupon, code }) => ({
        coupon: code === null ? coupon.id : null,
        promotion_code: code?.id ?? null,
      })),
    });
    work.add(session, {
      clock: idOf(customer?.test_clock),
      due: expires,
      items,
      updatesName: input.customer_update?.name === 'auto',
      updatesAddress: input.customer_update?.address === 'auto',
      subscriptionData: {
        trialDays,
        trialEnd: data?.trial_end ?? null,
        missingCard: data?.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
        metadata: mergeMetadata({}, data?.metadata),
        taxRates: [...(data?.default_tax_rates ?? [])],
        description: data?.description ?? null,
      },
      paymentData: {
        metadata: mergeMetadata({}, input.payment_intent_data?.metadata),
        description: input.payment_intent_data?.description ?? null,
        save: input.payment_intent_data?.setup_future_usage !== undefined,
      },
      setupData: {
        metadata: mergeMetadata({}, input.setup_intent_data?.metadata),
        description: input.setup_intent_data?.description ?? null,
      },
    });
    return session;
  }),
  listOf(
    '/v1/checkout/sessions',
    'checkout.session',
    { customer: text, payment_intent: text, subscription: text },
    ({ input: { customer, payment_intent, subscription } }) =>
      given({ customer, payment_intent, subscription }),
  ),
  retrieve('/v1/checkout/sessions/:id', 'checkout.session'),
  route(
    'GET',
    '/v1/checkout/sessions/:id/line_items',
    { limit: integerIn(1, 100) },
    async ({ work, ids: [id = ''] }) =>
      wholeList(
        work.hidden(await work.get('checkout.session', id)).items ?? [],
        `/v1/checkout/sessions/${id}/line_items`,
      ),
  ),
  route('POST', '/v1/checkout/sessions/:id/expire', {}, async ({ work, ids: [id = ''] }) => {
    const session = await work.get('checkout.session', id);
    if (session.status !== 'open') {
      throw invalid(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of "${session.status ?? ''}".`,
      );
    }
    await expireCheckout(work, session);
    return session;
  }),
];
