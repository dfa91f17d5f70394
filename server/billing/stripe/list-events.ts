import type { StripeAccess } from '../../ctx/payments.ts';
import { stripeOf } from './client.ts';
import { toEvent, type ProviderEvent } from './parse-event.ts';
import { isStripeError } from './sdk.ts';

/** Events of one look at the list; a later look goes on from there. */
const MOST = { limit: 2000 } as const;
const PAGE = { limit: 100 } as const;

/** Events of the provider's own list, and the newest of them as the cursor of the next look; null: nothing new. */
export interface ListedEvents {
  readonly events: readonly ProviderEvent[];
  readonly newest: string | null;
}

/** What the provider has listed after an event that was seen; without one, its newest events. */
export async function listEvents(access: StripeAccess, since: string | null): Promise<ListedEvents> {
  const { events } = stripeOf(access);
  try {
    const latest = since === null;
    // Forwards from a cursor the oldest comes first, else the newest.
    const found = await events
      .list(latest ? PAGE : { ...PAGE, ending_before: since })
      .autoPagingToArray(MOST);
    const newest = (latest ? found[0] : found.at(-1))?.id ?? null;
    return { events: found.flatMap((event) => toEvent(event) ?? []), newest };
  } catch (error) {
    // Stripe lists a month: a cursor from before that is not known any more.
    if (isStripeError(error, 'StripeInvalidRequestError') && since !== null) return listEvents(access, null);
    throw error;
  }
}
