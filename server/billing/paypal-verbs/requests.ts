import { STUDIO_NAME } from '#shared/lib/studio-name.ts';
import { toPercent } from '#shared/lib/money.ts';
import { moneyOf } from '../paypal/objects.ts';

/** Where the browser goes from PayPal, approved or not. */
export interface Urls {
  readonly return_url: string;
  readonly cancel_url: string;
}

interface Buyer {
  readonly custom_id: string;
  readonly email: string;
}

export interface SubscriptionWish extends Buyer {
  readonly plan_id: string;
  /** When the first cycle is charged. */
  readonly start_time: Temporal.Instant;
  /** Paid at the approval, VAT included; 0: nothing. */
  readonly setup_cents: number;
  readonly vat_basis_points: number;
}

const CONTEXT = { brand_name: STUDIO_NAME, shipping_preference: 'NO_SHIPPING' } as const;

/** The VAT that PayPal adds to each cycle; not to the setup fee. */
const taxesOf = (basisPoints: number) => ({
  percentage: String(toPercent(basisPoints)),
  inclusive: false,
});

const secondsOf = (at: Temporal.Instant): string =>
  at.round({ smallestUnit: 'second', roundingMode: 'floor' }).toString();

/** A subscription that waits for its payer's approval (docs/product/paypal.md#buying). */
export function subscriptionRequest(wish: SubscriptionWish, urls: Urls): object {
  const { plan_id, start_time, setup_cents, vat_basis_points, custom_id, email } = wish;
  const plan = {
    ...(setup_cents === 0 ? {} : { payment_preferences: { setup_fee: moneyOf(setup_cents) } }),
    ...(vat_basis_points === 0 ? {} : { taxes: taxesOf(vat_basis_points) }),
  };
  return {
    plan_id,
    start_time: secondsOf(start_time),
    custom_id,
    subscriber: { email_address: email },
    ...(Object.keys(plan).length === 0 ? {} : { plan }),
    application_context: { ...CONTEXT, user_action: 'SUBSCRIBE_NOW', ...urls },
  };
}

/** Another plan from the next cycle on; the VAT is said anew, since a revision may bring another country's. */
export function revisionRequest(
  { plan_id, vat_basis_points }: Pick<SubscriptionWish, 'plan_id' | 'vat_basis_points'>,
  urls: Urls,
): object {
  return {
    plan_id,
    plan: { taxes: taxesOf(vat_basis_points) },
    application_context: { ...CONTEXT, user_action: 'SUBSCRIBE_NOW', ...urls },
  };
}

export interface OrderWish extends Buyer {
  readonly name: string;
  readonly net_cents: number;
  readonly vat_cents: number;
}

/** An order that is paid once: a bundle, or credits. */
export function orderRequest(
  { custom_id, email, name, net_cents, vat_cents }: OrderWish,
  urls: Urls,
): object {
  const [net, vat] = [moneyOf(net_cents), moneyOf(vat_cents)];
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id,
        description: name,
        amount: { ...moneyOf(net_cents + vat_cents), breakdown: { item_total: net, tax_total: vat } },
        items: [{ name, quantity: '1', unit_amount: net, tax: vat, category: 'DIGITAL_GOODS' }],
      },
    ],
    payment_source: {
      paypal: {
        email_address: email,
        experience_context: {
          ...CONTEXT,
          user_action: 'PAY_NOW',
          payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
          ...urls,
        },
      },
    },
  };
}
