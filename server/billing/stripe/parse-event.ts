import * as z from 'zod/mini';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { StripeAccess } from '../../ctx/payments.ts';
import { isStripeError, stripeSdk } from './sdk.ts';

/** Seconds between a signature and its arrival. */
const TOLERANCE_S = 300;

const Id = z.string().check(z.minLength(1), z.maxLength(255));
const Reference = z.nullish(z.union([Id, z.object({ id: Id })]));
const Event = z.object({
  id: Id,
  type: Id,
  created: z.int(),
  livemode: z.boolean(),
  data: z.object({
    object: z.object({
      object: Id,
      id: z.optional(Id),
      customer: Reference,
      payment_intent: Reference,
    }),
  }),
});

/** An event as far as it is believed: what it is about, never what it says of it. */
export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  readonly created_at: Temporal.Instant;
  readonly livemode: boolean;
  readonly object_id: string;
  /** null: the event does not name it. */
  readonly customer_id: string | null;
  /** Where the event does not name its customer: the payment that leads to them. */
  readonly payment_id: string | null;
}

const idOf = (reference: z.infer<typeof Reference>): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/** What follows from an event of these types is in the state of a customer. */
const KINDS =
  /^(customer|invoice|invoice_payment|payment_intent|payment_method|setup_intent|charge|refund|credit_note|subscription_schedule|checkout\.session)\./;

/** Whether an event's type is about a customer's state. */
export const isAboutCustomer = (type: string): boolean => KINDS.test(type);

/** An event in our words; null: it has not the form of one. */
export function toEvent(value: unknown): ProviderEvent | null {
  const parsed = Event.safeParse(value);
  if (!parsed.success) return null;
  const { id, type, created, livemode, data } = parsed.data;
  const { object } = data;
  const customer = object.object === 'customer' ? (object.id ?? null) : idOf(object.customer);
  return {
    id,
    type,
    created_at: Temporal.Instant.fromEpochMilliseconds(created * 1000),
    livemode,
    object_id: object.id ?? id,
    customer_id: customer,
    payment_id: customer === null ? idOf(object.payment_intent) : null,
  };
}

/**
 * Verifies a webhook's signature over its raw body, by the server's clock, and reads the event.
 * (docs/product/billing.md#webhooks)
 */
export function parseEvent(
  access: StripeAccess,
  { body, signature, now }: { body: Buffer; signature: string | undefined; now: Temporal.Instant },
): Result<ProviderEvent, 'wrong_signature' | 'malformed'> {
  if (signature === undefined) return fail('wrong_signature');
  const at = now.epochMilliseconds;
  try {
    const { webhooks } = stripeSdk();
    const event = toEvent(
      webhooks.constructEvent(body, signature, access.webhookSecret, TOLERANCE_S, undefined, at),
    );
    return event === null ? fail('malformed') : ok(event);
  } catch (error) {
    return fail(isStripeError(error, 'StripeSignatureVerificationError') ? 'wrong_signature' : 'malformed');
  }
}
