import type * as contract from '#shared/billing/contract-area.ts';
import { INVOICE_TITLES, invoiceStatus, pdfName, vatPercent } from '#shared/billing/rules-invoice.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { toDollars } from '#shared/lib/money.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Ctx, SignedInCtx } from '../../ctx/ctx.ts';
import { invoicePdf } from './invoice-pdf.ts';
import * as queries from './queries.ts';

type Output<E extends typeof contract.getInvoice | typeof contract.getInvoicePdf> = Promise<
  Result<ResponseOf<E>, ProblemOf<E>>
>;

/** The caller's invoices and credit notes (docs/product/invoices.md#invoices). */
export async function listInvoices(
  { db, actor }: SignedInCtx,
  { query }: InputOf<typeof contract.listInvoices>,
): Promise<Result<ResponseOf<typeof contract.listInvoices>, never>> {
  const [rows, total] = [
    await queries.invoicesOf(db, actor.id, query),
    await queries.countInvoices(db, actor.id),
  ];
  return ok({ invoices: rows.map(headOf), total });
}

/** An invoice of the caller; of anybody for an operator. */
export async function getInvoice(
  ctx: SignedInCtx,
  { params }: InputOf<typeof contract.getInvoice>,
): Output<typeof contract.getInvoice> {
  const row = await visibleTo(ctx, params.id);
  return row === undefined ? fail('not_found') : ok({ invoice: toInvoice(row) });
}

/** The same as PDF. */
export async function getInvoicePdf(
  ctx: SignedInCtx,
  { params }: InputOf<typeof contract.getInvoicePdf>,
): Output<typeof contract.getInvoicePdf> {
  const row = await visibleTo(ctx, params.id);
  if (row === undefined) return fail('not_found');
  const body = await invoicePdf(toInvoice(row));
  const headers = {
    'content-disposition': `inline; filename="${pdfName(row.number)}"`,
    'content-length': String(body.length),
    'cache-control': 'private, no-store',
  };
  return ok({ status: 200, headers, body });
}

/** An invoice with its PDF, for the receipt's mail; undefined for an unknown one. */
export async function invoiceWithPdf(
  { db }: Pick<Ctx, 'db'>,
  id: string,
): Promise<{ readonly invoice: contract.Invoice; readonly pdf: Buffer } | undefined> {
  const row = await queries.invoiceById(db, id);
  if (row === undefined) return undefined;
  const invoice = toInvoice(row);
  return { invoice, pdf: await invoicePdf(invoice) };
}

function visibleTo({ db, actor }: SignedInCtx, id: string): Promise<queries.InvoiceRow | undefined> {
  return queries.invoiceById(db, id, actor.role === 'operator' ? undefined : actor.id);
}

function headOf(row: queries.InvoiceRow): contract.InvoiceHead {
  const lines = row.lines as readonly queries.StoredLine[];
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    date: row.issued_at.toString(),
    what: lines[0]?.label ?? INVOICE_TITLES.invoice,
    payment: toDollars(row.total_cents),
    total_cents: row.total_cents,
    status: row.kind === 'credit_note' ? 'refunded' : invoiceStatus(row.total_cents, row.credited_cents),
  };
}

function toInvoice(row: queries.InvoiceRow): contract.Invoice {
  return {
    ...headOf(row),
    seller: toParty(row.seller as queries.StoredParty),
    buyer: toParty(row.buyer as queries.StoredParty),
    lines: [...(row.lines as readonly queries.StoredLine[])],
    discount_cents: row.discount_cents,
    net_cents: row.net_cents,
    vat_percent: vatPercent(row.vat_basis_points),
    vat_cents: row.vat_cents,
    reverse_charge: row.reverse_charge,
    corrects: row.corrected_number,
  };
}

function toParty({ name, address, vat_number, registration = '' }: queries.StoredParty) {
  return { name, address: [...address, ...(registration === '' ? [] : [registration])], vat_number };
}
