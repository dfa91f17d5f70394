import type Stripe from 'stripe';
import type { Cause } from './reference.ts';

/** The only version that the sandbox speaks: that of the SDK that it was written with. */
export const API_VERSION = '2026-10-28.endive';

/** An event with a copy of its object. */
export function eventFor(
  id: string,
  type: string,
  created: number,
  object: object,
  previous: object | undefined,
  cause: Cause,
): Stripe.EventBase & { object: 'event' } {
  return {
    id,
    object: 'event',
    api_version: API_VERSION,
    created,
    data: { object, ...(previous === undefined ? {} : { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: 0,
    request: { id: cause.request, idempotency_key: cause.idempotencyKey },
    type: type as Stripe.Event.Type,
  };
}

/** The former values of what differs, one level deep. */
export function previousAttributes(was: object, is: object): object {
  const now = is as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(was).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(now[key])),
  );
}
