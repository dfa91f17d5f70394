import type { Pool } from 'pg';
import type {
  HiddenFor,
  HiddenOfSubscription,
  Kind,
  Kinds,
  Subscription,
} from '#sandbox/paypal/store/kinds.ts';

/** A subscription as PayPal has it, and what PayPal knows of it beside its answers. */
export interface SubscriptionFacts extends Subscription {
  readonly hidden: HiddenOfSubscription;
  /** The plan that was bought, before any revision. */
  readonly boughtPlan: string;
  /** When it became active, in seconds; null: never. */
  readonly begun: number | null;
}

/** Money that came through PayPal. */
export interface PaymentFacts {
  readonly id: string;
  /** Null: an order's. */
  readonly subscription: string | null;
  readonly isPaid: boolean;
  readonly gross: number;
  readonly left: number;
  readonly isDisputed: boolean;
  /** Seconds. */
  readonly at: number;
}

type Row<K extends Kind> = { readonly id: string; readonly data: Kinds[K]; readonly hidden: HiddenFor<K> };

async function read<K extends Kind>(pool: Pool, kind: K, person: string): Promise<readonly Row<K>[]> {
  const { rows } = await pool.query<Row<K>>(
    `select id, data, hidden from sandbox_paypal.objects
     where kind = $1 and hidden ->> 'person' = $2 and not deleted order by seq`,
    [kind, person],
  );
  return rows;
}

/** All of a person's subscriptions, the oldest first. */
export async function subscriptionsAt(pool: Pool, person: string): Promise<SubscriptionFacts[]> {
  const { rows: told } = await pool.query<{ type: string; resource: Subscription }>(
    `select data ->> 'event_type' as type, data -> 'resource' as resource from sandbox_paypal.objects
     where kind = 'event' and hidden ->> 'customer' = $1 and data ->> 'event_type' like 'BILLING.SUBSCRIPTION.%'
     order by seq`,
    [person],
  );
  const rows = await read(pool, 'subscription', person);
  return rows.map(({ id, data, hidden }) => {
    const first = (type: string) =>
      told.find((one) => one.type === `BILLING.SUBSCRIPTION.${type}` && one.resource.id === id)?.resource;
    const active = first('ACTIVATED')?.status_update_time;
    return {
      ...data,
      hidden,
      boughtPlan: first('CREATED')?.plan_id ?? data.plan_id,
      begun: active === undefined ? null : secondsOf(active),
    };
  });
}

/** Refunds of a person's payments, the oldest first. */
export const refundsAt = async (
  pool: Pool,
  person: string,
): Promise<{ payment: string; cents: number; at: number }[]> =>
  (await read(pool, 'refund', person)).map(({ data, hidden }) => ({
    payment: hidden.payment,
    cents: cents(data.amount.value),
    at: secondsOf(data.create_time),
  }));

/** Disputes that the seller has not won. */
export const disputesAt = async (pool: Pool, person: string): Promise<{ payment: string; at: number }[]> =>
  (await read(pool, 'dispute', person))
    .filter(({ data }) => data.dispute_outcome?.outcome_code !== 'RESOLVED_SELLER_FAVOUR')
    .map(({ data, hidden }) => ({ payment: hidden.payment, at: secondsOf(data.create_time) }));

export const secondsOf = (time: string): number =>
  Math.floor(Temporal.Instant.from(time).epochMilliseconds / 1000);
const cents = (value: string): number => Math.round(Number(value) * 100);
const PAID = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED']);

/** All payments of a person, the oldest first. */
export async function paymentsAt(pool: Pool, person: string): Promise<PaymentFacts[]> {
  const disputes = await read(pool, 'dispute', person);
  const isDisputed = (id: string): boolean => disputes.some(({ hidden }) => hidden.payment === id);
  const sales = await read(pool, 'transaction', person);
  const captures = await read(pool, 'capture', person);
  const facts = [
    ...sales.map(({ id, data, hidden }) => ({
      id,
      data,
      hidden,
      amount: data.amount_with_breakdown.gross_amount,
      time: data.time,
      subscription: hidden.subscription,
    })),
    ...captures.map(({ id, data, hidden }) => ({
      id,
      data,
      hidden,
      amount: data.amount,
      time: data.create_time,
      subscription: null,
    })),
  ];
  return facts
    .map(({ id, data, hidden, amount, time, subscription }) => {
      const gross = cents(amount.value);
      const isPaid = PAID.has(data.status);
      const left = isPaid ? gross - hidden.refunded : 0;
      return { id, subscription, isPaid, gross, left, isDisputed: isDisputed(id), at: secondsOf(time) };
    })
    .toSorted((a, b) => a.at - b.at);
}
