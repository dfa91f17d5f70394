import * as buying from '#shared/billing/contract-buying.ts';
import * as changing from '#shared/billing/contract-changing.ts';
import * as contract from '#shared/billing/contract.ts';
import * as area from '#shared/billing/contract-area.ts';
import * as leaving from '#shared/billing/contract-leaving.ts';
import * as paypal from '#shared/billing/contract-paypal.ts';
import * as content from '#shared/content/contract-documents.ts';
import { serve, type Bound } from '../http/bind.ts';
import { createPortalSession } from './buying/create-portal-session.ts';
import { createSubscription } from './buying/create-subscription.ts';
import { getPaymentConfig, getQuote } from './buying/get-quote.ts';
import * as hosted from './buying/hosted-verbs.ts';
import { startSubscription } from './buying/start-subscription.ts';
import { changeSubscription } from './changing/change-subscription.ts';
import { downgradeSubscription, keepPlan } from './changing/downgrade-subscription.ts';
import { previewChange } from './changing/preview-change.ts';
import { getBilling } from './get-billing.ts';
import { getInvoice, getInvoicePdf, listInvoices } from './invoices/read-invoices.ts';
import { joinBundle } from './join-bundle.ts';
import { cancelPaypalSubscription, cancelSubscription } from './leaving/cancel-subscription.ts';
import { getCancellation } from './leaving/get-cancellation.ts';
import { getRestart } from './leaving/get-restart.ts';
import { markServiceUpdate } from './leaving/mark-service-update.ts';
import { renewSubscription } from './leaving/renew-subscription.ts';
import { listAnnouncements } from './list-announcements.ts';
import { createPaypalTopup, purchasePaypalBundle } from './paypal-verbs/buy-order.ts';
import { checkPaypalOrder, checkPaypalSubscription } from './paypal-verbs/check.ts';
import { createPaypalSubscription } from './paypal-verbs/create-subscription.ts';
import { downgradePaypalSubscription } from './paypal-verbs/downgrade-subscription.ts';
import { startPaypalSubscription } from './paypal-verbs/start-subscription.ts';
import { upgradePaypalSubscription } from './paypal-verbs/upgrade-subscription.ts';
import { getPricing, getPricingCatalogue, getPricingPlans } from './prices/offers.ts';

export const routes: readonly Bound[] = [
  serve(contract.joinBundle, joinBundle),
  serve(buying.getPaymentConfig, (ctx) => getPaymentConfig(ctx)),
  serve(buying.getQuote, getQuote),
  serve(buying.createCheckoutSession, hosted.createCheckoutSession),
  serve(buying.createSubscriptionCheckout, hosted.createSubscriptionCheckout),
  serve(buying.createSubscription, createSubscription),
  serve(buying.createProviderSession, hosted.createProviderSession),
  serve(buying.createTopup, hosted.createTopup),
  serve(buying.purchaseBundle, hosted.purchaseBundle),
  serve(buying.startSubscription, (ctx) => startSubscription(ctx)),
  serve(buying.createPortalSession, createPortalSession),
  serve(changing.previewChange, previewChange),
  serve(changing.changeSubscription, changeSubscription),
  serve(changing.downgradeSubscription, downgradeSubscription),
  serve(changing.keepPlan, (ctx, _, { request }) => keepPlan(ctx, request.headers.referer)),
  serve(leaving.getCancellation, (ctx) => getCancellation(ctx)),
  serve(leaving.cancelSubscription, cancelSubscription),
  serve(paypal.createPaypalSubscription, createPaypalSubscription),
  serve(paypal.startPaypalSubscription, startPaypalSubscription),
  serve(paypal.upgradePaypalSubscription, upgradePaypalSubscription),
  serve(paypal.downgradePaypalSubscription, downgradePaypalSubscription),
  serve(leaving.cancelPaypalSubscription, cancelPaypalSubscription),
  serve(paypal.checkPaypalSubscription, checkPaypalSubscription),
  serve(paypal.checkPaypalOrder, checkPaypalOrder),
  serve(paypal.createPaypalTopup, createPaypalTopup),
  serve(paypal.purchasePaypalBundle, purchasePaypalBundle),
  serve(leaving.getRestart, (ctx) => getRestart(ctx)),
  serve(leaving.renewSubscription, renewSubscription),
  serve(leaving.markServiceUpdate, markServiceUpdate),
  serve(area.getBilling, getBilling),
  serve(content.getAnnouncements, (ctx) => listAnnouncements(ctx)),
  serve(content.getPricing, (ctx) => getPricing(ctx)),
  serve(content.getPricingCatalogue, getPricingCatalogue),
  serve(content.getPricingPlans, getPricingPlans),
  serve(area.listInvoices, listInvoices),
  serve(area.getInvoice, getInvoice),
  serve(area.getInvoicePdf, getInvoicePdf),
];
