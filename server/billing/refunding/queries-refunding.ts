import { sql } from 'kysely';
import type { Db } from '../../db/transaction.ts';
import type { CustomerKey } from '../intake/queries-sync.ts';

/** Payments with their person, what they were for, and what came back; the trial's $0 is none. */
const payments = (db: Db) =>
  db
    .selectFrom('billing_payments as y')
    .innerJoin('people as p', 'p.id', 'y.person_id')
    .innerJoin('billing_prices as c', (join) =>
      join
        .onRef('c.provider', '=', 'y.provider')
        .onRef('c.mode', '=', 'y.mode')
        .onRef('c.price_id', '=', 'y.price_id'),
    )
    .leftJoin('invoices as i', (join) => join.onRef('i.payment_id', '=', 'y.id').on('i.kind', '=', 'invoice'))
    .selectAll('y')
    .select(['p.email', 'c.name', 'c.credits', 'i.number', 'i.id as invoice_id'])
    .select(
      sql<string[]>`array(select n.number from invoices n
        where n.payment_id = y.id and n.kind = 'credit_note' order by n.number)`.as('credit_notes'),
    )
    .select(
      sql<string[]>`array(select n.id from invoices n
        where n.payment_id = y.id and n.kind = 'credit_note' order by n.number)`.as('credit_note_ids'),
    )
    .select(
      // An earlier release stored the state of the first dispute alone.
      sql<string[]>`coalesce(
        nullif(array(select d.state from billing_disputes d where d.payment_id = y.id order by d.dispute_id), '{}'),
        case when y.dispute is null then '{}'::text[] else array[y.dispute] end)`.as('disputes'),
    )
    .where('y.is_trial', '=', false);

export type PaymentRow = Awaited<ReturnType<typeof paymentsOfEmail>>[number];

/** A page of a person's payments. */
export interface PaymentsPage {
  readonly personId: string;
  /** The last one of the page before. */
  readonly after?: string | undefined;
}

/** All payments of the person of an address, oldest first. */
export function paymentsOfEmail(db: Db, email: string) {
  return payments(db)
    .where((where) => where(where.fn<string>('lower', ['p.email']), '=', email.toLowerCase()))
    .orderBy('y.paid_at')
    .orderBy('y.id')
    .execute();
}

/** Payments of a person, latest first; those after one of theirs, or from the first on. */
export function paymentsOfPerson(
  db: Db,
  { personId, after, limit }: PaymentsPage & { readonly limit: number },
): Promise<PaymentRow[]> {
  return payments(db)
    .where('y.person_id', '=', personId)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(y.paid_at, y.id) < (
          select l.paid_at, l.id from billing_payments l where l.id = ${after} and l.person_id = ${personId})`,
      ),
    )
    .orderBy('y.paid_at', 'desc')
    .orderBy('y.id', 'desc')
    .limit(limit)
    .execute();
}

export function paymentOfReceipt(db: Db, number: string): Promise<PaymentRow[]> {
  return payments(db).where('i.number', '=', number.toUpperCase()).execute();
}

export function paymentById(db: Db, id: string): Promise<PaymentRow[]> {
  return payments(db).where('y.id', '=', id).execute();
}

export function paymentOfProvider(db: Db, providerId: string): Promise<PaymentRow[]> {
  return payments(db).where('y.provider_id', '=', providerId).execute();
}

/** Payments with a dispute that is not decided, oldest first. */
export async function disputedPayments(db: Db): Promise<PaymentRow[]> {
  const rows = await payments(db)
    .where((where) =>
      where.or([
        where('y.dispute', '=', 'open'),
        where.exists(
          where
            .selectFrom('billing_disputes as d')
            .select('d.dispute_id')
            .whereRef('d.payment_id', '=', 'y.id')
            .where('d.state', '=', 'open'),
        ),
      ]),
    )
    .orderBy('y.paid_at')
    .orderBy('y.id')
    .execute();
  return rows.filter(({ disputes }) => disputes.includes('open'));
}

/** Who paid, at the provider. */
export async function customerOfPayment(
  db: Db,
  { provider, mode, person_id }: Pick<PaymentRow, 'provider' | 'mode' | 'person_id'>,
): Promise<CustomerKey | undefined> {
  const row = await db
    .selectFrom('billing_customers')
    .select(['provider', 'mode', 'customer_id'])
    .where('provider', '=', provider as CustomerKey['provider'])
    .where('mode', '=', mode as CustomerKey['mode'])
    .where('person_id', '=', person_id)
    .executeTakeFirst();
  return row;
}

export async function isKnownEmail(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('people')
    .select('id')
    .where((where) => where(where.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst();
  return row !== undefined;
}
