import { sql } from 'kysely';
import type { MonthPayment } from '#shared/calendar/rules-payments.ts';
import type { Db, Tx } from '../../db/transaction.ts';

/** A payment whose mark stands, with whose month it is of. */
export interface StandingPayment extends MonthPayment {
  readonly musician_id: string;
  readonly month: string;
  readonly amount_cents: number;
}

/** The payments of months that stand. */
export function paymentsOf(
  db: Db,
  musicianIds: readonly string[],
  months: readonly string[],
): Promise<StandingPayment[]> {
  return db
    .selectFrom('month_payments as p')
    .leftJoin('month_payments_taken_back as b', 'b.payment_id', 'p.id')
    .select(['p.id', 'p.musician_id', 'p.month', 'p.amount_cents', 'p.paid_on', 'p.reference'])
    .where('b.payment_id', 'is', null)
    .where(sql<boolean>`p.musician_id = any(${musicianIds}::uuid[])`)
    .where(sql<boolean>`p.month = any(${months}::date[])`)
    .execute();
}

/** A month of several musicians for marking it: what it says, and the last mark that was taken back. */
export async function monthsToMark(
  db: Db,
  musicianIds: readonly string[],
  month: string,
): Promise<
  {
    readonly musician_id: string;
    readonly name: string;
    readonly payment_cents: number | null;
    readonly is_paid: boolean;
    readonly taken_back: string | null;
  }[]
> {
  const { rows } = await sql<{
    musician_id: string;
    name: string;
    payment_cents: number | null;
    is_paid: boolean;
    taken_back: string | null;
  }>`
    select m.person_id as musician_id, p.name, c.payment_cents,
      exists (select from month_payments y where y.musician_id = m.person_id and y.month = ${month}::date
        and not exists (select from month_payments_taken_back b where b.payment_id = y.id)) as is_paid,
      (select b.payment_id from month_payments_taken_back b
        where b.musician_id = m.person_id and b.month = ${month}::date
          and not exists (select from month_payments y where y.replaces = b.payment_id)) as taken_back
    from musicians m join people p on p.id = m.person_id
    left join musician_months c on c.musician_id = m.person_id and c.month = ${month}::date
    where m.person_id = any(${musicianIds}::uuid[])
    order by m.person_id`.execute(db);
  return rows;
}

export interface NewPayment {
  readonly id: string;
  readonly musician_id: string;
  readonly month: string;
  readonly amount_cents: number;
  readonly paid_on: string;
  readonly reference: string;
  readonly marked_at: Temporal.Instant;
  readonly marked_by: string;
  readonly replaces: string | null;
}

/** Marks months as paid. */
export async function insertPayments(tx: Tx, payments: readonly NewPayment[]): Promise<void> {
  await tx.insertInto('month_payments').values(payments).execute();
}

/** A payment by id, whether its mark stands or not; undefined for an unknown one. */
export function paymentById(db: Db, id: string) {
  return db
    .selectFrom('month_payments as p')
    .leftJoin('month_payments_taken_back as b', 'b.payment_id', 'p.id')
    .select(['p.id', 'p.musician_id', 'p.month', 'p.amount_cents', 'p.paid_on', 'p.reference'])
    .select('b.taken_back_at')
    .where('p.id', '=', id)
    .executeTakeFirst();
}

/** Takes the mark of a payment back. */
export async function insertTakenBack(
  tx: Tx,
  row: {
    readonly payment_id: string;
    readonly musician_id: string;
    readonly month: string;
    readonly reason: string;
    readonly taken_back_at: Temporal.Instant;
    readonly taken_back_by: string;
  },
): Promise<void> {
  await tx.insertInto('month_payments_taken_back').values(row).execute();
}

/** All payments to a musician, the last marked first, with those taken back. */
export function paymentHistory(db: Db, musicianId: string) {
  return db
    .selectFrom('month_payments as p')
    .innerJoin('people as o', 'o.id', 'p.marked_by')
    .leftJoin('month_payments_taken_back as b', 'b.payment_id', 'p.id')
    .leftJoin('people as t', 't.id', 'b.taken_back_by')
    .select(['p.id', 'p.month', 'p.amount_cents', 'p.paid_on', 'p.reference', 'p.marked_at'])
    .select(['p.marked_by', 'o.name as marked_by_name', 'b.reason', 'b.taken_back_at'])
    .select(['b.taken_back_by', 't.name as taken_back_by_name'])
    .where('p.musician_id', '=', musicianId)
    .orderBy('p.marked_at', 'desc')
    .orderBy('p.id', 'desc')
    .execute();
}
