import type { Payments } from '#server/ctx/payments.ts';

/** The secret key of test sandboxes. */
export const KEY = 'sk_test_sandbox';
/** The publishable key of test sandboxes. */
export const PUBLISHABLE_KEY = 'pk_test_sandbox';
/** What test sandboxes call the studio at PayPal. */
export const PAYPAL = {
  clientId: 'paypal-client',
  clientSecret: 'paypal-secret',
  webhookId: 'WHTEST',
} as const;

/** What signs the sandbox's webhooks in tests. */
export const WEBHOOK_SECRET = 'whsec_sandbox';

/** Both providers at a sandbox, as a process reaches it on this machine. */
export const paymentsAt = (port: number, host = '127.0.0.1'): Pick<Payments, 'stripe' | 'paypal'> => ({
  stripe: {
    secretKey: KEY,
    publishableKey: PUBLISHABLE_KEY,
    webhookSecret: WEBHOOK_SECRET,
    api: { protocol: 'http', host, port },
    sandbox: true,
    livemode: false,
  },
  paypal: { ...PAYPAL, api: `http://${host}:${port}/paypal`, mode: 'sandbox', repeatMs: 1 },
});
