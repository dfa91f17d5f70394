import { sql } from 'kysely';
import type { Db } from '../../db/transaction.ts';

const DAY = { hours: 24 } as const;

/** Bookings and cancellations of the last 24 hours. */
export function sessionsOfDay(db: Db, now: Temporal.Instant) {
  return db
    .selectFrom('session_events')
    .select(({ fn }) => [
      fn.count<number>('id').filterWhere('from_status', '=', 'prebooked').as('booked'),
      fn.count<number>('id').filterWhere('to_status', '=', 'cancelled').as('cancelled'),
    ])
    .where('at', '>', now.subtract(DAY))
    .executeTakeFirstOrThrow();
}

/** Payments and what was paid back of them by now, of the last 24 hours, and disputes that are open. */
export function paymentsOfDay(db: Db, now: Temporal.Instant) {
  const recent = now.subtract(DAY);
  return db
    .selectFrom('billing_payments')
    .select(({ fn }) => [
      fn
        .count<number>('id')
        .filterWhere('paid_at', '>', recent)
        .filterWhere('total_cents', '>', 0)
        .as('paid'),
      fn
        .coalesce(fn.sum<string>('total_cents').filterWhere('paid_at', '>', recent), sql<string>`0`)
        .as('cents'),
      fn
        .coalesce(fn.sum<string>('refunded_cents').filterWhere('paid_at', '>', recent), sql<string>`0`)
        .as('refunded_cents'),
      fn.count<number>('id').filterWhere('dispute', '=', 'open').as('disputes'),
    ])
    .where((where) => where.or([where('paid_at', '>', recent), where('dispute', '=', 'open')]))
    .executeTakeFirstOrThrow();
}

/** Credits that people may still spend. */
export async function creditsOutstanding(db: Db, now: Temporal.Instant): Promise<number> {
  const { credits } = await db
    .selectFrom('credit_lots')
    .select(({ fn }) => fn.coalesce(fn.sum<string>('remaining'), sql<string>`0`).as('credits'))
    .where('remaining', '>', 0)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  return Number(credits);
}
