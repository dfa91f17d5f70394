/** The secret key of test sandboxes. */
export const KEY = 'sk_test_sandbox';
/** The publishable key of test sandboxes. */
export const PUBLISHABLE_KEY = 'pk_test_sandbox';
