import type { Role } from '../lib/endpoint.ts';

/** How many days pass between asking for a deletion and doing it (docs/product/own-data.md#deleting-an-account). */
export const ERASURE_DAYS = 14;
/** Downloads in 24 hours, of each person (docs/product/own-data.md#downloading). */
export const EXPORTS_A_DAY = 3;
/** How long a download can be begun. */
export const EXPORT_MINUTES = 60;

/** What has to end before an account is deleted, in the order in which it is said. */
export const OPEN_THINGS = ['membership', 'sessions', 'deliveries', 'payment', 'dispute', 'pay'] as const;
export type OpenThing = (typeof OPEN_THINGS)[number];

/** Whether people of a role download and delete by themselves; operators are removed by another operator. */
export const ownsData = (role: Role): boolean => role !== 'operator';

/** When a deletion that is asked for now is done. */
export const erasureDue = (now: Temporal.Instant): Temporal.Instant => now.add({ hours: ERASURE_DAYS * 24 });

/** When a deletion that could not be done yet is tried again. */
export const RETRY_ERASURE = { hours: 24 } as const;
