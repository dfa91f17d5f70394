/** The secret key of test sandboxes. */
export const KEY = 'sk_test_sandbox';
