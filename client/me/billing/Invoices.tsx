import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { getInvoicePdf } from '#shared/billing/calls.ts';
import type { InvoiceHead } from '#shared/billing/contract-area.ts';
import { AREA } from '#shared/billing/texts-area.ts';
import { fillPath } from '#shared/lib/call.ts';
import { formatUsd } from '#shared/lib/money.ts';
import { formatDay } from '#shared/lib/time.ts';
import { INVOICES_PAGE, invoicesQuery } from '../../billing/area-api.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { StatusLabel, type Tone } from '../../ui/feedback/StatusLabel.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import classes from './BillingTab.module.css';
import { Pages } from './Pages.tsx';

const STATUSES: Readonly<Record<InvoiceHead['status'], readonly [label: string, tone: Tone]>> = {
  paid: ['Paid', 'ready'],
  refunded: ['Refunded', 'done'],
  partly_refunded: ['Partly refunded', 'done'],
};

/** Invoices and credit notes, with their PDF (docs/product/buying.md#billing-area). */
export function Invoices({ zone }: { readonly zone: string }) {
  const [page, setPage] = useState(0);
  const query = useQuery({ ...invoicesQuery(page), placeholderData: keepPreviousData });
  return (
    <Card title={AREA.invoices}>
      <QueryView
        query={query}
        loading={<RowsSkeleton what="your invoices" count={2} />}
        errorTitle="We could not load your invoices"
      >
        {({ invoices, total }) =>
          total === 0 ? (
            <p>{AREA.noInvoices}</p>
          ) : (
            <table className={`${classes.table} ${classes.invoices}`}>
              <thead>
                <tr>
                  <th scope="col">Number</th>
                  <th scope="col">Date</th>
                  <th scope="col">What</th>
                  <th scope="col">Status</th>
                  <th scope="col" className={classes.end}>
                    Amount
                  </th>
                  <th scope="col" className={classes.end}>
                    Document
                  </th>
                </tr>
              </thead>
              <tbody>
                {invoices.map((invoice) => (
                  <Row key={invoice.id} invoice={invoice} zone={zone} />
                ))}
              </tbody>
            </table>
          )
        }
      </QueryView>
      <Pages page={page} total={query.data?.total ?? 0} size={INVOICES_PAGE} onPage={setPage} />
    </Card>
  );
}

function Row({ invoice, zone }: { readonly invoice: InvoiceHead; readonly zone: string }) {
  const [label, tone] = STATUSES[invoice.status];
  const isNote = invoice.kind === 'credit_note';
  return (
    <tr>
      <td className={classes.number}>
        <Link to="/invoices/$id" params={{ id: invoice.id }}>
          {invoice.number}
        </Link>
      </td>
      <td className={classes.number}>{formatDay(Temporal.Instant.from(invoice.date), zone)}</td>
      <td>{invoice.what}</td>
      <td>{isNote ? 'Credit note' : <StatusLabel tone={tone}>{label}</StatusLabel>}</td>
      <td className={`${classes.number} ${classes.end}`}>{formatUsd(invoice.total_cents)}</td>
      <td className={classes.end}>
        <a
          className={classes.download}
          href={fillPath(getInvoicePdf.path, { id: invoice.id })}
          target="_blank"
          rel="noreferrer"
          aria-label={`PDF of ${invoice.number}`}
        >
          <Icon name="download" size={18} />
          PDF
        </a>
      </td>
    </tr>
  );
}
