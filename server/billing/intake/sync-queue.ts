/** The queue of runs that bring a customer to what the provider says. */
export const SYNC_QUEUE = 'billing.sync';
