import { randomText } from '../../lib/ids.ts';

/** `cus_…`, as long as Stripe's. */
export const newId = (prefix: string): string => `${prefix}_${randomText(prefix.length > 3 ? 24 : 18)}`;
