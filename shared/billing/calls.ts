import { get, post } from '../lib/call.ts';

export const joinBundle = post('/api/v2/subscriptions/join-bundle');

// Buying
export const getPaymentConfig = get('/api/v2/subscriptions/config');
export const getQuote = get('/api/v2/subscriptions/quote');
export const createCheckoutSession = post('/api/subscriptions/create-checkout-session');
export const createSubscriptionCheckout = post('/api/v2/subscriptions/stripe/create-subscription-v2');
export const createSubscription = post('/api/v2/subscriptions/create-subscription');
export const createProviderSession = post('/api/v2/subscriptions/:provider/create-session');
export const createTopup = post('/api/v2/subscriptions/stripe/create-topup');
export const purchaseBundle = post('/api/v2/subscriptions/stripe/purchase-bundle');
export const startSubscription = post('/api/subscriptions/start-subscription');
export const createPortalSession = post('/api/subscriptions/create-customer-portal-session');

// Changing plans
export const previewChange = get('/api/v2/subscriptions/change');
export const changeSubscription = post('/api/v2/subscriptions/stripe/change-subscription');
export const downgradeSubscription = post('/api/subscriptions/downgrade-subscription');
export const keepPlan = post('/api/v2/subscriptions/keep-plan');

// Leaving, coming back, a new cycle
export const getCancellation = get('/api/v2/subscriptions/cancellation');
export const cancelSubscription = post('/api/subscriptions/cancel-subscription');
export const getRestart = get('/api/v2/subscriptions/restart');
export const renewSubscription = post('/api/subscriptions/renew-subscription');
export const markServiceUpdate = post('/api/v2/service-update/seen');

// PayPal
export const createPaypalSubscription = post('/api/v2/subscriptions/paypal/create-subscription');
export const startPaypalSubscription = post('/api/v2/subscriptions/paypal/start-subscription');
export const upgradePaypalSubscription = post('/api/v2/subscriptions/paypal/upgrade-subscription');
export const downgradePaypalSubscription = post('/api/v2/subscriptions/paypal/downgrade-subscription');
export const cancelPaypalSubscription = post('/api/v2/subscriptions/paypal/cancel-subscription');
export const checkPaypalSubscription = post('/api/v2/subscriptions/paypal/check-subscription');
export const checkPaypalOrder = post('/api/v2/subscriptions/paypal/check-order');
export const createPaypalTopup = post('/api/v2/subscriptions/paypal/create-topup');
export const purchasePaypalBundle = post('/api/v2/subscriptions/paypal/purchase-bundle');

// The billing area
export const getBilling = get('/api/v2/billing');
export const listInvoices = get('/api/v2/billing/invoices');
export const getInvoice = get('/api/v2/billing/invoices/:id');
export const getInvoicePdf = get('/api/v2/billing/invoices/:id/pdf');
