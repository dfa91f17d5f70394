import { hoursInWords, type PayRow } from '#shared/calendar/rules-pay.ts';
import { INVOICE } from '#shared/calendar/texts-pay.ts';
import { monthName } from '#shared/lib/day-names.ts';
import { formatUsdExact } from '#shared/lib/money.ts';
import { formatDay, zoneLabel } from '#shared/lib/time.ts';
import type { Company } from '#shared/content/contract-store.ts';
import { STUDIO_NAME } from '../../content/service.ts';
import { COLORS, newPage, PAGE, type Page } from '../../lib/pdf/pdf-page.ts';
import type { Month } from './month-of.ts';

const LEFT = PAGE.margin;
const RIGHT = PAGE.width - PAGE.margin;
const MIDDLE = PAGE.width / 2 + 12;
const HOURS_X = 350;
const RATE_X = 440;
const LINE = 15;
const ROW = 24;
const muted = { color: COLORS.muted, size: 9 } as const;

/** A musician's month as PDF (A4, tagged, text to select); an open one says so (docs/product/invoice.md#pdf). */
export async function payPdf(month: Month, company: Company, now: Temporal.Instant): Promise<Buffer> {
  const { which, zone, musician, closed_at } = month;
  const title = `Invoice ${monthName(which)} ${which.year}`;
  const author = company.name === '' ? STUDIO_NAME : company.name;
  const page = await newPage({ title, author: musician.name, language: 'en', at: closed_at ?? now });
  page.element('P', [{ text: STUDIO_NAME, x: LEFT, y: 76, weight: 'title', size: 20 }]);
  page.element('H1', [{ text: title, x: LEFT, y: 128, weight: 'title', size: 26 }]);
  const state =
    closed_at === null
      ? `Not closed yet: as of ${formatDay(now, zone)}`
      : `Closed on ${formatDay(closed_at, zone)}`;
  const facts = `${state}. Days and hours in ${zoneLabel(zone, month.from)}.`;
  page.element('P', [{ text: facts, x: LEFT, y: 150, ...muted, size: 10 }]);
  const from = party(page, 'From', [musician.name], LEFT);
  const to = party(
    page,
    'To',
    [author, ...company.address, ...(company.vat_number ? [`VAT number ${company.vat_number}`] : [])],
    MIDDLE,
  );
  const below = hoursTable(page, month, Math.max(from, to) + 44);
  payTable(page, month, below + 40);
  return page.finish();
}

function party(page: Page, label: string, lines: readonly string[], x: number): number {
  let y = 196;
  page.element('H2', [{ text: label, x, y, ...muted }]);
  const wrapped = lines.flatMap((line, nr) =>
    page
      .wrap(line, RIGHT - MIDDLE)
      .map((text) => ({ text, x, y: (y += LINE), weight: nr === 0 ? ('bold' as const) : ('body' as const) })),
  );
  page.element('P', wrapped);
  return y;
}

type Rows = Parameters<Page['table']>[0][number][];

/** The four figures in hours; returns where they end. */
function hoursTable(page: Page, { figures: { minutes } }: Month, top: number): number {
  let y = top;
  const rows: Rows = [
    {
      tag: 'TH',
      cells: [
        [{ text: 'Hours', x: LEFT, y, ...muted }],
        [{ text: 'In this month', x: RIGHT, y, right: true, ...muted }],
      ],
    },
  ];
  page.rule((y += 8), LEFT, RIGHT);
  for (const figure of ['fixed', 'holidays', 'flexible_offered', 'flexible_booked'] as const) {
    y += 20;
    rows.push({
      tag: 'TD',
      cells: [
        [{ text: INVOICE.figures[figure], x: LEFT, y }],
        [{ text: hoursInWords(minutes[figure]), x: RIGHT, y, right: true }],
      ],
    });
    page.rule((y += 10), LEFT, RIGHT);
  }
  page.table(rows);
  return y;
}

const ROW_LABELS: Readonly<Record<PayRow['kind'], string>> = {
  fixed: 'Fixed hours without time off',
  flexible: 'Flexible hours booked',
};

function payTable(page: Page, month: Month, top: number): void {
  const { payment_cents, rows: paid } = month.figures;
  if (payment_cents === null) {
    page.element('P', [{ text: INVOICE.noRate, x: LEFT, y: top }]);
    return;
  }
  let y = top;
  const rows: Rows = [
    {
      tag: 'TH',
      cells: [
        [{ text: 'Payment', x: LEFT, y, ...muted }],
        [{ text: 'Hours', x: HOURS_X, y, right: true, ...muted }],
        [{ text: 'An hour', x: RATE_X, y, right: true, ...muted }],
        [{ text: 'Amount', x: RIGHT, y, right: true, ...muted }],
      ],
    },
  ];
  page.rule((y += 8), LEFT, RIGHT);
  for (const { kind, rate_cents, minutes, cents } of paid) {
    y += 20;
    rows.push({
      tag: 'TD',
      cells: [
        [{ text: ROW_LABELS[kind], x: LEFT, y }],
        [{ text: hoursInWords(minutes), x: HOURS_X, y, right: true }],
        [{ text: formatUsdExact(rate_cents), x: RATE_X, y, right: true }],
        [{ text: formatUsdExact(cents), x: RIGHT, y, right: true }],
      ],
    });
    page.rule((y += 10), LEFT, RIGHT);
  }
  y += ROW;
  const total = { weight: 'bold', size: 12, y } as const;
  rows.push({
    tag: 'TD',
    cells: [
      [{ text: 'Total in USD', x: LEFT, ...total }],
      [{ text: formatUsdExact(payment_cents), x: RIGHT, right: true, ...total }],
    ],
  });
  page.table(rows);
}
