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
