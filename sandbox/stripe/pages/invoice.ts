import { readWork, type CommandContext } from '../commands.ts';
import type { PageResponse } from '../../lib/http.ts';
import { date, money } from '../../lib/pages/format.ts';
import { html, type Markup } from '../../lib/pages/html.ts';
import { notFound, page } from '../../lib/pages/layout.ts';
import { invoiceState } from './portal-view.ts';

const row = (label: string, value: string, kind = ''): Markup =>
  html`<div class="row ${kind}"><dt>${label}</dt><dd>${value}</dd></div>`;

/** GET /invoices/:id: a finalized invoice to read. */
export async function showInvoice(context: CommandContext, id: string): Promise<PageResponse> {
  const found = await readWork(context, async (work) => {
    const invoice = await work.find('invoice', id);
    if (invoice === null || invoice.status === 'draft') return null;
    const taxes = [];
    for (const { amount, tax_rate_details: details } of invoice.total_taxes ?? []) {
      const rate = await work.find('tax_rate', details?.tax_rate ?? '');
      taxes.push({ amount, label: rate === null ? 'Tax' : `${rate.display_name} (${rate.percentage}%)` });
    }
    return { invoice, taxes };
  });
  if (found === null) return notFound();
  const { invoice, taxes } = found;
  const { label, kind } = invoiceState(invoice);
  const show = (amount: number): string => money(amount, invoice.currency);
  const off = (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  return page({
    title: `Invoice ${invoice.number ?? ''}`,
    body: html`<main class="stacked">
      <section class="sheet">
        <h1>Invoice ${invoice.number}</h1>
        <p><span class="badge ${kind}">${label}</span></p>
        <p class="quiet">${date(invoice.created)} · ${invoice.customer_name ?? invoice.customer_email}</p>
        <ul class="items">
          ${invoice.lines.data.map(
            (line) =>
              html`<li>
                <div>
                  <strong>${line.description}</strong>
                  <span class="quiet">Quantity ${line.quantity}, ${date(line.period.start)} to ${date(line.period.end)}</span>
                </div>
                <span class="amount">${show(line.amount)}</span>
              </li>`,
          )}
        </ul>
        <dl class="sums">
          ${row('Subtotal', show(invoice.subtotal))} ${off === 0 ? null : row('Discount', show(-off))}
          ${taxes.map((tax) => row(tax.label, show(tax.amount)))} ${row('Total', show(invoice.total), 'total')}
          ${row('Paid', show(invoice.amount_paid))} ${row('Still due', show(invoice.amount_remaining))}
        </dl>
      </section>
    </main>`,
  });
}
