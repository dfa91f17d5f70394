import { sql } from 'kysely';
import type { Mode, Provider } from '#shared/billing/rules-provider.ts';
import type { Db, Tx } from '../../db/transaction.ts';

/** A customer at a provider. */
export interface CustomerKey {
  readonly provider: Provider;
  readonly mode: Mode;
  readonly customer_id: string;
}

export function customerOf(db: Db, { provider, mode, customer_id }: CustomerKey) {
  return db
    .selectFrom('billing_customers')
    .select(['person_id', 'read_number'])
    .where('provider', '=', provider)
    .where('mode', '=', mode)
    .where('customer_id', '=', customer_id)
    .executeTakeFirst();
}

/** A number for a read that begins now; greater than those of all reads that began before, in any process. */
export async function nextReadNumber(db: Db): Promise<number> {
  const { rows } = await sql<{ number: number }>`select nextval('billing_read_numbers') as number`.execute(
    db,
  );
  return rows[0]?.number ?? 0;
}

interface NewEvent {
  readonly event_id: string;
  readonly type: string;
  readonly object_id: string;
  readonly customer_id: string | null;
  readonly created_at: Temporal.Instant;
  readonly received_at: Temporal.Instant;
}

/** Stores an event; false when it was stored before. */
export async function insertEvent(tx: Tx, provider: Provider, event: NewEvent): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('billing_events')
    .values({ provider, ...event })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Whether an event came after an instant. */
export async function isReceivedSince(
  db: Db,
  provider: Provider,
  eventId: string,
  since: Temporal.Instant,
): Promise<boolean> {
  const row = await db
    .selectFrom('billing_events')
    .select('event_id')
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .where('received_at', '>', since)
    .executeTakeFirst();
  return row !== undefined;
}

export async function setEventCustomer(
  db: Db,
  provider: Provider,
  eventId: string,
  customerId: string,
): Promise<void> {
  await db
    .updateTable('billing_events')
    .set({ customer_id: customerId })
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .execute();
}

/** The events of a customer that no run has covered yet. */
export async function waitingEvents(db: Db, provider: Provider, customerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('billing_events')
    .select('event_id')
    .where('provider', '=', provider)
    .where('customer_id', '=', customerId)
    .where('handled_at', 'is', null)
    .execute();
  return rows.map(({ event_id }) => event_id);
}

export async function markHandled(
  db: Db,
  provider: Provider,
  events: readonly string[],
  now: Temporal.Instant,
): Promise<void> {
  if (events.length === 0) return;
  await db
    .updateTable('billing_events')
    .set({ handled_at: now })
    .where('provider', '=', provider)
    .where('event_id', 'in', events)
    .where('handled_at', 'is', null)
    .execute();
}

/** A person's customer at a provider. */
export async function customerIdOf(
  db: Db,
  { provider, mode, person_id }: Omit<CustomerKey, 'customer_id'> & { readonly person_id: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('billing_customers')
    .select('customer_id')
    .where('provider', '=', provider)
    .where('mode', '=', mode)
    .where('person_id', '=', person_id)
    .executeTakeFirst();
  return row?.customer_id;
}

/** When a running membership of a customer ends, as far as that lies ahead; undefined: it does not. */
export async function endOf(
  db: Db,
  { provider, mode, customer_id }: CustomerKey,
  now: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  const row = await db
    .selectFrom('billing_subscriptions')
    .select('cancel_at')
    .where('provider', '=', provider)
    .where('mode', '=', mode)
    .where('customer_id', '=', customer_id)
    .where('is_live', '=', true)
    .where('cancel_at', '>', now)
    .executeTakeFirst();
  return row?.cancel_at ?? undefined;
}
