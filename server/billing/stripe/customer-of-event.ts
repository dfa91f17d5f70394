import type { Ctx } from '../../ctx/ctx.ts';
import { stripeOf } from './client.ts';
import { idOf } from './fetch-customer.ts';
import { toEvent } from './parse-event.ts';
import { isStripeError } from './sdk.ts';

/** The customer of an event that names a payment only, as a dispute's does; null: there is none. */
export async function customerOfEvent(
  { payments: { stripe: access } }: Pick<Ctx, 'payments'>,
  eventId: string,
): Promise<string | null> {
  if (access === null) return null;
  const stripe = stripeOf(access);
  try {
    const event = toEvent(await stripe.events.retrieve(eventId));
    if (event === null || event.payment_id === null) return event?.customer_id ?? null;
    const intent = await stripe.paymentIntents.retrieve(event.payment_id);
    return idOf(intent.customer);
  } catch (error) {
    if (isStripeError(error, 'StripeInvalidRequestError') && error.code === 'resource_missing') return null;
    throw error;
  }
}
