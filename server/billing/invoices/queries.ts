import { sql } from 'kysely';
import type { Mode, Provider } from '#shared/billing/rules-provider.ts';
import type { Db, Tx } from '../../db/transaction.ts';

/** A party as an invoice stores it. */
export interface StoredParty {
  readonly name: string;
  readonly address: readonly string[];
  readonly vat_number: string | null;
  /** Printed below the seller. */
  readonly registration?: string;
}

export interface StoredLine {
  readonly label: string;
  readonly quantity: number;
  readonly net_cents: number;
}

export interface NewInvoice {
  readonly id: string;
  readonly number: string;
  readonly kind: 'invoice' | 'credit_note';
  readonly person_id: string;
  readonly provider: string;
  readonly mode: string;
  readonly provider_id: string;
  readonly corrects: string | null;
  readonly payment_id: string;
  readonly issued_at: Temporal.Instant;
  readonly discount_cents: number;
  readonly net_cents: number;
  readonly vat_cents: number;
  readonly total_cents: number;
  readonly vat_basis_points: number;
  readonly reverse_charge: boolean;
  readonly seller: StoredParty;
  readonly buyer: StoredParty;
  readonly lines: readonly StoredLine[];
}

/** A payment with what was sold; undefined for an unknown one. */
export function paymentOf(db: Db, id: string) {
  return db
    .selectFrom('billing_payments as y')
    .innerJoin('billing_prices as p', (join) =>
      join
        .onRef('p.provider', '=', 'y.provider')
        .onRef('p.mode', '=', 'y.mode')
        .onRef('p.price_id', '=', 'y.price_id'),
    )
    .select(['y.id', 'y.person_id', 'y.provider', 'y.mode', 'y.provider_id', 'y.invoice_id', 'y.kind'])
    .select(['y.price_id', 'p.name', 'y.total_cents', 'y.net_cents', 'y.quantity', 'p.unit_cents'])
    .select(['y.subscription_id', 'y.period_start', 'y.period_end', 'y.paid_at'])
    .where('y.id', '=', id)
    .executeTakeFirst();
}
export type PaidItem = NonNullable<Awaited<ReturnType<typeof paymentOf>>>;

/** The invoice of a payment. */
export function invoiceOfPayment(db: Db, paymentId: string) {
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'invoice')
    .executeTakeFirst();
}

/** The document of a provider's invoice, payment or refund. */
export function invoiceOfProvider(
  db: Db,
  key: Pick<NewInvoice, 'provider' | 'mode' | 'kind' | 'provider_id'>,
) {
  return db
    .selectFrom('invoices')
    .select('id')
    .where('provider', '=', key.provider)
    .where('mode', '=', key.mode)
    .where('kind', '=', key.kind)
    .where('provider_id', '=', key.provider_id)
    .executeTakeFirst();
}

/** The next number of a year; its row stays locked until the transaction ends, so that no number is left out. */
export async function nextNumber(tx: Tx, year: number): Promise<number> {
  const { last } = await tx
    .insertInto('invoice_numbers')
    .values({ year, last: 1 })
    .onConflict((conflict) =>
      conflict.column('year').doUpdateSet({ last: sql<number>`invoice_numbers.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

export async function insertInvoice(tx: Tx, invoice: NewInvoice): Promise<void> {
  await tx
    .insertInto('invoices')
    .values({
      ...invoice,
      currency: 'usd',
      seller: JSON.stringify(invoice.seller),
      buyer: JSON.stringify(invoice.buyer),
      lines: JSON.stringify(invoice.lines),
    })
    .execute();
}

/** What the credit notes of an invoice took back, as negative cents. */
export function creditedOf(db: Db, invoiceId: string) {
  return db
    .selectFrom('invoices')
    .select([
      sql<number>`coalesce(sum(net_cents), 0)::integer`.as('net_cents'),
      sql<number>`coalesce(sum(vat_cents), 0)::integer`.as('vat_cents'),
      sql<number>`coalesce(sum(total_cents), 0)::integer`.as('total_cents'),
    ])
    .where('corrects', '=', invoiceId)
    .executeTakeFirstOrThrow();
}

/** Whom an invoice is for: the person and their billing address. */
export function buyerOf(db: Db, personId: string) {
  return db
    .selectFrom('people as p')
    .leftJoin('billing_details as b', 'b.person_id', 'p.id')
    .select(['p.name', 'p.email', 'b.company_name', 'b.address', 'b.city', 'b.zipcode', 'b.country'])
    .select('b.vat_number')
    .where('p.id', '=', personId)
    .executeTakeFirstOrThrow();
}

const credited = sql<number>`coalesce(
  (select sum(c.total_cents) from invoices c where c.corrects = i.id), 0)::integer`;

const documents = (db: Db) =>
  db
    .selectFrom('invoices as i')
    .leftJoin('invoices as o', 'o.id', 'i.corrects')
    .selectAll('i')
    .select(['o.number as corrected_number', credited.as('credited_cents')]);

/** A page of a person's invoices and credit notes, newest first. */
export function invoicesOf(
  db: Db,
  personId: string,
  { page, size }: { readonly page: number; readonly size: number },
) {
  return documents(db)
    .where('i.person_id', '=', personId)
    .orderBy('i.issued_at', 'desc')
    .orderBy('i.number', 'desc')
    .limit(size)
    .offset(page * size)
    .execute();
}

export async function countInvoices(db: Db, personId: string): Promise<number> {
  const { n } = await db
    .selectFrom('invoices')
    .select((count) => count.fn.countAll<number>().as('n'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
  return n;
}

/** A document; with `personId` only that person's. */
export function invoiceById(db: Db, id: string, personId?: string) {
  const found = documents(db).where('i.id', '=', id);
  return (personId === undefined ? found : found.where('i.person_id', '=', personId)).executeTakeFirst();
}
export type InvoiceRow = NonNullable<Awaited<ReturnType<typeof invoiceById>>>;

/** Keys of the provider that a payment belongs to. */
export const isOf = (payment: PaidItem, provider: Provider, mode: Mode): boolean =>
  payment.provider === provider && payment.mode === mode;

/** The purchase that a payment through PayPal belongs to. */
export function purchaseOf(
  db: Db,
  mode: Mode,
  { person_id, price_id, quantity, subscription_id, total_cents, paid_at }: PaidItem,
) {
  const bought = db
    .selectFrom('billing_checkouts')
    .select(['country', 'net_cents', 'vat_cents', 'vat_basis_points', 'reverse_charge', 'cycles_from'])
    .where('provider', '=', 'paypal')
    .where('mode', '=', mode)
    .where('person_id', '=', person_id);
  const found =
    subscription_id === null
      ? bought
          .where('price_id', '=', price_id)
          .where('quantity', '=', quantity)
          .where(sql<boolean>`net_cents + vat_cents = ${total_cents}`)
          // PayPal tells whole seconds.
          .where('started_at', '<=', paid_at.add({ seconds: 1 }))
      : bought.where('provider_id', '=', subscription_id);
  return found.orderBy('started_at', 'desc').limit(1).executeTakeFirst();
}

/** What the credit notes of a payment's invoice took back, as negative cents. */
export async function creditedOfPayment(db: Db, paymentId: string): Promise<number> {
  const { cents } = await db
    .selectFrom('invoices')
    .select(sql<number>`coalesce(sum(total_cents), 0)::integer`.as('cents'))
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'credit_note')
    .executeTakeFirstOrThrow();
  return cents;
}
