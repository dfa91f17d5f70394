import type { Stripe } from 'stripe';
import type { Credit } from './change-credit.ts';
import type { Change } from './change-facts.ts';

/** The credit as a negative line with the subscription's own tax; none where there is nothing to give back. */
export const creditLine = (productId: string, { cents, unspent }: Credit) => ({
  price_data: { currency: 'usd', product: productId, unit_amount: -cents },
  // Tells the payment how many of the credits were counted (docs/product/plan-changes.md#upgrade-and-switch).
  metadata: { unspent: String(unspent) },
});

const details = ({ live, price }: Change) => ({
  items: [{ id: live.item_id, price: price.price_id }],
  billing_cycle_anchor: { type: 'now' as const },
  proration_behavior: 'none' as const,
});

/** What a change at once is billed as; the preview and the change say the same. */
export function previewParams(change: Change, credit: Credit): Stripe.InvoiceCreatePreviewParams {
  return {
    subscription: change.live.subscription_id,
    subscription_details: details(change),
    invoice_items: [creditLine(change.live.product_id, credit)],
  };
}

/** What a downgrade is billed as at the period's end: the next invoice, with the other price. */
export const downgradeParams = ({ live, price }: Change): Stripe.InvoiceCreatePreviewParams => ({
  subscription: live.subscription_id,
  subscription_details: {
    items: [{ id: live.item_id, price: price.price_id }],
    proration_behavior: 'none',
  },
});

export function changeParams(change: Change, credit: Credit): Stripe.SubscriptionUpdateParams {
  return {
    ...details(change),
    add_invoice_items: [creditLine(change.live.product_id, credit)],
    // It takes effect only when paid.
    payment_behavior: 'pending_if_incomplete',
    off_session: false,
    expand: ['latest_invoice.confirmation_secret'],
  };
}
