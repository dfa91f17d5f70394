import { creditNoteAmounts, invoiceNumber } from '#shared/billing/rules-invoice.ts';
import { countryName } from '#shared/lib/countries.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { lockPerson } from '../../accounts/steps.ts';
import { company } from '../../content/service.ts';
import type { Ctx, Handler, Job } from '../../ctx/ctx.ts';
import { transaction, type Tx } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { invoiceIssued, receipt, refunded } from '../events.ts';
import * as queries from './queries.ts';
import { booksOf } from './books.ts';
import type { Figures } from './read-figures.ts';

interface Due {
  readonly payment_id: string;
  /** With it the credit note of this refund or lost dispute is issued. */
  readonly refund_id?: string;
}

/**
 * Issues the invoice of a payment, and with `refund_id` the credit note of a refund, once
 * (docs/product/invoices.md#invoices). The provider is read first, outside of any transaction.
 */
export const issueInvoice: Job<Due> = {
  name: 'billing.issue-invoice',
  // A provider may be away for a day.
  retries: 150,
  async run(ctx, { payment_id, refund_id }) {
    const payment = await queries.paymentOf(ctx.db, payment_id);
    if (payment === undefined) throw new Error(`there is no payment ${payment_id}`);
    const books = booksOf(ctx, payment);
    if (books === null) {
      ctx.log.warn({ payment: payment_id }, 'no invoice: its provider is not configured');
      return;
    }
    if ((await queries.invoiceOfPayment(ctx.db, payment_id)) === undefined) {
      const figures = await books.figures();
      await issue(ctx, payment, async (tx) => invoiceOf(ctx, tx, payment, figures));
    }
    if (refund_id === undefined) return;
    const paidBack = await books.paidBack(refund_id);
    await issue(ctx, payment, (tx) => creditNoteOf(tx, payment, { refund_id, ...paidBack }));
  },
};

type Document = Omit<
  queries.NewInvoice,
  'id' | 'number' | 'issued_at' | 'person_id' | 'payment_id' | 'mode' | 'provider'
>;

/** Takes the next number and writes a document under it; one that exists already takes none. */
async function issue(
  { db, now, events, log }: Ctx,
  payment: queries.PaidItem,
  write: (tx: Tx) => Promise<Document>,
): Promise<void> {
  const { year } = now.toZonedDateTimeISO('UTC');
  const { person_id, provider, mode } = payment;
  const issued = await transaction<Result<string, 'issued_already'>>({ db, now }, async (tx) => {
    await lockPerson(tx, person_id);
    const counter = await queries.nextNumber(tx, year);
    const document = await write(tx);
    const { kind, provider_id } = document;
    if (await queries.invoiceOfProvider(tx, { provider, mode, kind, provider_id }))
      return fail('issued_already');
    const id = newId();
    const number = invoiceNumber(year, counter);
    const head = { id, number, person_id, provider, mode, payment_id: payment.id, issued_at: now };
    await queries.insertInvoice(tx, { ...head, ...document });
    await events.emit(tx, invoiceIssued, { person_id, invoice_id: id });
    return ok(number);
  });
  if (issued.ok) log.info({ invoice: issued.value }, 'invoice issued');
}

async function invoiceOf(
  ctx: Ctx,
  tx: Tx,
  payment: queries.PaidItem,
  { country, ...figures }: Figures,
): Promise<Document> {
  const provider_id = payment.invoice_id ?? payment.provider_id;
  const seller = await sellerOf(ctx, tx);
  const buyer = await buyerOf(tx, payment.person_id, country);
  return { kind: 'invoice', provider_id, corrects: null, seller, buyer, ...figures };
}

async function creditNoteOf(
  tx: Tx,
  payment: queries.PaidItem,
  {
    refund_id,
    cents,
    isDispute,
  }: { readonly refund_id: string; readonly cents: number; readonly isDispute: boolean },
): Promise<Document> {
  const invoice = await queries.invoiceOfPayment(tx, payment.id);
  if (invoice === undefined) throw new Error(`payment ${payment.id} has no invoice`);
  const credited = await queries.creditedOf(tx, invoice.id);
  const amounts = creditNoteAmounts(invoice, credited, cents);
  return {
    kind: 'credit_note',
    provider_id: refund_id,
    corrects: invoice.id,
    discount_cents: 0,
    ...amounts,
    vat_basis_points: invoice.vat_basis_points,
    reverse_charge: invoice.reverse_charge,
    seller: invoice.seller as queries.StoredParty,
    buyer: invoice.buyer as queries.StoredParty,
    lines: [
      {
        label: `${isDispute ? 'Disputed payment' : 'Refund'} of invoice ${invoice.number}`,
        quantity: 1,
        net_cents: amounts.net_cents,
      },
    ],
  };
}

/** The seller as the studio says today. */
async function sellerOf(ctx: Ctx, tx: Tx): Promise<queries.StoredParty> {
  const { name, address, country, vat_number, registration } = await company(ctx, tx);
  return {
    name,
    address: [...address, ...(country === null ? [] : [countryName(country) ?? country])],
    vat_number: vat_number === '' ? null : vat_number,
    registration,
  };
}

/** The buyer by their billing address of today, of which the provider may know the country alone. */
async function buyerOf(tx: Tx, personId: string, counted: string | null): Promise<queries.StoredParty> {
  const { name, email, company_name, address, city, zipcode, country, vat_number } = await queries.buyerOf(
    tx,
    personId,
  );
  const code = country ?? counted;
  const isCompany = (company_name ?? '') !== '';
  const lines = [
    isCompany ? name : '',
    address ?? '',
    [zipcode ?? '', city ?? ''].filter((part) => part !== '').join(' '),
    code === null ? '' : (countryName(code) ?? code),
    email,
  ];
  return {
    name: isCompany ? (company_name ?? '') : name,
    address: lines.filter((line) => line !== ''),
    vat_number: vat_number === null || vat_number === '' ? null : vat_number,
  };
}

/** A payment arrived: its invoice is due. */
export const onReceipt: Handler<'billing.receipt'> = {
  on: receipt,
  name: 'invoice',
  handle: (tx, { payment_id }, ctx) => ctx.events.enqueue(tx, issueInvoice, { payment_id }),
};

/** Money went back: a credit note is due. */
export const onRefunded: Handler<'billing.refunded'> = {
  on: refunded,
  name: 'invoice',
  handle: (tx, { payment_id, refund_id }, ctx) =>
    ctx.events.enqueue(tx, issueInvoice, { payment_id, refund_id }),
};
