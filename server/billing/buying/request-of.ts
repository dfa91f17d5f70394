import type { Stripe } from 'stripe';
import type { Price } from '../prices/queries-prices.ts';

/** What every request to buy says. */
export interface Purchase {
  readonly customer: string;
  readonly personId: string;
  readonly price: Price;
  readonly quantity: number;
  /** null: no VAT. */
  readonly taxRate: string | null;
  /** A promotion code's id. */
  readonly promotionCode: string | null;
  /** 0: no trial. */
  readonly trialDays: number;
}

const metadataOf = ({ personId, price }: Purchase, checkoutId: string): Record<string, string> => ({
  checkout_id: checkoutId,
  person_id: personId,
  kind: price.kind,
});

const discountsOf = ({ promotionCode }: Purchase) =>
  promotionCode === null ? {} : { discounts: [{ promotion_code: promotionCode }] };

/** A trial that has lost its card ends; it owes nothing. */
const WITHOUT_CARD = {
  trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } },
};

const trialOf = ({ trialDays }: Purchase) =>
  trialDays === 0 ? {} : { trial_period_days: trialDays, ...WITHOUT_CARD };

const EPOCH = Temporal.Instant.fromEpochMilliseconds(0);
/** Whole seconds since 1970, as the provider counts. */
const secondsOf = (at: Temporal.Instant): number =>
  at.since(EPOCH, { largestUnit: 'second', smallestUnit: 'second', roundingMode: 'floor' }).seconds;

/** Whatever else the account's dashboard switches on: money that arrives days later is none of ours. */
const BY_CARD = { allowed_payment_method_types: ['card'] } satisfies Stripe.Checkout.SessionCreateParams;

/** The hosted page of a purchase. */
export function hostedRequest(
  purchase: Purchase,
  urls: { readonly success_url: string; readonly cancel_url: string },
  checkoutId: string,
): Stripe.Checkout.SessionCreateParams {
  const { customer, price, quantity, taxRate } = purchase;
  const metadata = metadataOf(purchase, checkoutId);
  const rates = taxRate === null ? [] : [taxRate];
  const head = { customer, metadata, ...urls, ...BY_CARD, ...discountsOf(purchase) };
  if (price.kind === 'plan') {
    return {
      ...head,
      mode: 'subscription',
      line_items: [{ price: price.price_id, quantity }],
      subscription_data: {
        metadata,
        ...(rates.length === 0 ? {} : { default_tax_rates: rates }),
        ...trialOf(purchase),
      },
    };
  }
  return {
    ...head,
    mode: 'payment',
    line_items: [{ price: price.price_id, quantity, ...(rates.length === 0 ? {} : { tax_rates: rates }) }],
    payment_intent_data: { metadata },
  };
}

interface CardPurchase extends Purchase {
  /** Of a trial that goes on; null: none. */
  readonly trialEnd: Temporal.Instant | null;
  /** What is taken off the first invoice. */
  readonly add_invoice_items: Stripe.SubscriptionCreateParams['add_invoice_items'];
}

/** A membership paid by a card that was typed in the studio. */
export function cardRequest(
  purchase: CardPurchase,
  paymentMethod: string,
  checkoutId: string,
): Stripe.SubscriptionCreateParams {
  const { customer, price, taxRate, trialEnd, add_invoice_items: extra = [] } = purchase;
  return {
    customer,
    items: [{ price: price.price_id }],
    ...(extra.length === 0 ? {} : { add_invoice_items: extra }),
    default_payment_method: paymentMethod,
    // The customer is here: an unpaid first invoice waits for their bank.
    payment_behavior: 'allow_incomplete',
    off_session: false,
    metadata: metadataOf(purchase, checkoutId),
    ...(taxRate === null ? {} : { default_tax_rates: [taxRate] }),
    ...discountsOf(purchase),
    ...trialOf(purchase),
    ...(trialEnd === null ? {} : { trial_end: secondsOf(trialEnd), ...WITHOUT_CARD }),
  };
}
