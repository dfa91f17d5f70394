import type { Invoice } from '#shared/billing/contract-area.ts';
import {
  INVOICE_TITLES,
  invoiceDate,
  REVERSE_CHARGE_NOTE,
  sumRows,
  paidNote,
} from '#shared/billing/rules-invoice.ts';
import { formatUsdExact } from '#shared/lib/money.ts';
import { STUDIO_NAME } from '../../content/service.ts';
import { COLORS, newPage, PAGE, type Page, type TextLine } from '../../lib/pdf/pdf-page.ts';

const LEFT = PAGE.margin;
const RIGHT = PAGE.width - PAGE.margin;
const BOTTOM = PAGE.height - PAGE.margin;
const MIDDLE = PAGE.width / 2 + 12;
const LINE = 15;
const QUANTITY_X = 430;
const LABEL_WIDTH = QUANTITY_X - LEFT - 60;
const SUMS_X = 340;
const muted = { color: COLORS.muted, size: 9 } as const;

/** An invoice as PDF (A4, tagged, text to select), in the product's look (docs/product/invoices.md#invoice-pdf). */
export async function invoicePdf(invoice: Invoice): Promise<Buffer> {
  const title = `${INVOICE_TITLES[invoice.kind]} ${invoice.number}`;
  const author = invoice.seller.name === '' ? STUDIO_NAME : invoice.seller.name;
  const at = Temporal.Instant.from(invoice.date);
  const page = await newPage({ title, author, language: 'en', at });
  page.element('P', [{ text: STUDIO_NAME, x: LEFT, y: 76, weight: 'title', size: 20 }]);
  page.element('H1', [{ text: title, x: LEFT, y: 128, weight: 'title', size: 26 }]);
  const facts = [
    invoiceDate(at),
    ...(invoice.corrects === null ? [] : [`Corrects invoice ${invoice.corrects}`]),
  ];
  page.element('P', [{ text: facts.join('. '), x: LEFT, y: 150, ...muted, size: 10 }]);
  const below = Math.max(
    party(page, 'From', { ...invoice.seller, name: author }, LEFT),
    party(page, 'To', invoice.buyer, MIDDLE),
  );
  const afterLines = linesTable(page, invoice, below + 28);
  const afterSums = sums(page, invoice, afterLines + 10);
  notes(page, invoice, afterSums + 24);
  return page.finish();
}

function party(
  page: Page,
  label: string,
  { name, address, vat_number }: Invoice['seller'],
  x: number,
): number {
  const width = RIGHT - MIDDLE;
  let y = 196;
  page.element('H2', [{ text: label, x, y, ...muted }]);
  const lines: TextLine[] = [];
  const write = (text: string, weight: 'body' | 'bold'): void => {
    for (const line of page.wrap(text, width, { weight }))
      lines.push({ text: line, x, y: (y += LINE), weight });
  };
  write(name, 'bold');
  for (const part of address) write(part, 'body');
  if (vat_number !== null) write(`VAT number ${vat_number}`, 'body');
  page.element('P', lines);
  return y;
}

/** The lines as a table; returns where it ends. Continues on further pages. */
function linesTable(page: Page, { lines }: Invoice, top: number): number {
  let y = top;
  const head = [
    [{ text: 'Description', x: LEFT, y, ...muted }],
    [{ text: 'Quantity', x: QUANTITY_X, y, right: true, ...muted }],
    [{ text: 'Amount', x: RIGHT, y, right: true, ...muted }],
  ];
  let rows: Parameters<Page['table']>[0][number][] = [{ tag: 'TH', cells: head }];
  page.rule((y += 8), LEFT, RIGHT);
  for (const { label, quantity, net_cents } of lines) {
    const wrapped = page.wrap(label, LABEL_WIDTH);
    if (y + 20 + wrapped.length * LINE > BOTTOM) {
      page.table(rows);
      page.addPage();
      [rows, y] = [[], PAGE.margin];
    }
    const first = y + 20;
    rows.push({
      tag: 'TD',
      cells: [
        wrapped.map((text, nr) => ({ text, x: LEFT, y: first + nr * LINE })),
        [{ text: String(quantity), x: QUANTITY_X, y: first, right: true }],
        [{ text: formatUsdExact(net_cents), x: RIGHT, y: first, right: true }],
      ],
    });
    y = first + (wrapped.length - 1) * LINE;
    page.rule((y += 12), LEFT, RIGHT);
  }
  page.table(rows);
  return y;
}

function sums(page: Page, invoice: Invoice, top: number): number {
  const printed = sumRows(invoice);
  let y = top;
  if (y + printed.length * 18 + 80 > BOTTOM) {
    page.addPage();
    y = PAGE.margin;
  }
  const rows = printed.map(([label, amount], nr) => {
    const isTotal = nr === printed.length - 1;
    y += isTotal ? 26 : 18;
    if (isTotal) page.rule(y - 16, SUMS_X, RIGHT, COLORS.ink);
    const style = isTotal ? ({ weight: 'bold', size: 12 } as const) : {};
    return {
      tag: 'TD' as const,
      cells: [
        [{ text: label, x: SUMS_X, y, ...style }],
        [{ text: amount, x: RIGHT, y, right: true, ...style }],
      ],
    };
  });
  page.table(rows);
  return y;
}

function notes(page: Page, invoice: Invoice, top: number): void {
  const texts = [...(invoice.reverse_charge ? [REVERSE_CHARGE_NOTE] : []), paidNote(invoice.kind)];
  texts.forEach((text, nr) => page.element('P', [{ text, x: LEFT, y: top + nr * LINE, ...muted, size: 10 }]));
}
