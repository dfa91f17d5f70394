import * as area from '#shared/billing/contract-area.ts';
import * as buying from '#shared/billing/contract-buying.ts';
import * as changing from '#shared/billing/contract-changing.ts';
import * as paypal from '#shared/billing/contract-paypal.ts';
import * as leaving from '#shared/billing/contract-leaving.ts';
import { plainRow, UNKNOWN_ID, type AccessRow } from './row.ts';

/** Whose an invoice is: server/billing/invoices/invoices.test.ts. */
export const INVOICES: readonly AccessRow[] = [
  plainRow(area.listInvoices, () => ({})),
  plainRow(area.getInvoice, () => ({ params: { id: UNKNOWN_ID } })),
  plainRow(area.getInvoicePdf, () => ({ params: { id: UNKNOWN_ID } })),
];

/** Purchases name offers and the provider's prices, which are nobody's own. */
export const BUYING: readonly AccessRow[] = [
  plainRow(buying.getPaymentConfig, () => ({})),
  plainRow(buying.getQuote, () => ({ query: { kind: 'top-up' as const, country: 'PT' } })),
  plainRow(buying.createCheckoutSession, () => ({ body: { priceId: 'price_none' } })),
  plainRow(buying.createSubscriptionCheckout, () => ({ body: { priceId: 'price_none' } })),
  plainRow(buying.createSubscription, () => ({
    body: { priceId: 'price_none', paymentMethodId: 'pm_none' },
  })),
  plainRow(buying.createProviderSession, () => ({
    params: { provider: 'stripe' as const },
    body: { product_id: 'prod_none', country: 'PT' },
  })),
  plainRow(buying.createTopup, () => ({ body: { amount: 1 } })),
  plainRow(buying.purchaseBundle, () => ({ body: { bundle_id: 'none' } })),
  plainRow(buying.startSubscription, () => ({})),
  plainRow(changing.previewChange, () => ({ query: { priceId: 'price_unknown' } })),
  plainRow(changing.changeSubscription, () => ({
    body: { priceId: 'price_unknown', at: '2026-01-01T00:00:00Z', due_today_cents: 0, balance_cents: 0 },
  })),
  plainRow(changing.downgradeSubscription, () => ({ body: { priceId: 'price_unknown' } })),
  plainRow(changing.keepPlan, () => ({})),
  plainRow(leaving.getCancellation, () => ({})),
  plainRow(leaving.cancelSubscription, () => ({ body: { reason: { value: 'break' } } })),
  plainRow(leaving.getRestart, () => ({})),
  plainRow(leaving.renewSubscription, () => ({})),
  plainRow(leaving.markServiceUpdate, () => ({ body: { version: 1 } })),
  plainRow(paypal.createPaypalSubscription, () => ({ body: { priceId: 'P-NONE' } })),
  plainRow(paypal.startPaypalSubscription, () => ({ body: { priceId: 'P-NONE' } })),
  plainRow(paypal.upgradePaypalSubscription, () => ({ body: { priceId: 'P-NONE' } })),
  plainRow(paypal.downgradePaypalSubscription, () => ({ body: { priceId: 'P-NONE' } })),
  plainRow(leaving.cancelPaypalSubscription, () => ({ body: { reason: { value: 'break' } } })),
  plainRow(paypal.checkPaypalSubscription, () => ({ body: { subscriptionId: 'I-NONE' } })),
  plainRow(paypal.checkPaypalOrder, () => ({ body: { orderId: 'NONE' } })),
  plainRow(paypal.createPaypalTopup, () => ({ body: { amount: 1 } })),
  plainRow(paypal.purchasePaypalBundle, () => ({ body: { bundle_id: 'none' } })),
  plainRow(buying.createPortalSession, () => ({ body: { returnUrl: 'http://localhost:4000/profile' } })),
];
