import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { getInvoicePdf } from '#shared/billing/calls.ts';
import type { Invoice } from '#shared/billing/contract-area.ts';
import { fillPath } from '#shared/lib/call.ts';
import { formatUsd } from '#shared/lib/money.ts';
import { formatDay } from '#shared/lib/time.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { invoiceQuery } from '../area-api.ts';
import classes from './InvoicePage.module.css';

/** An invoice or credit note as it was issued (docs/product/buying.md#billing-area). */
export function InvoicePage() {
  const { id } = useParams({ from: '/signed-in/invoices/$id' });
  const query = useQuery(invoiceQuery(id));
  return (
    <QueryView
      query={query}
      loading={<RowsSkeleton what="the invoice" count={4} />}
      errorTitle="We could not load this invoice"
    >
      {(invoice) => <InvoiceView invoice={invoice} />}
    </QueryView>
  );
}

/** The invoice with its buttons. */
export function InvoiceView({ invoice }: { readonly invoice: Invoice }) {
  const { timezone } = useMe();
  const isNote = invoice.kind === 'credit_note';
  return (
    <>
      <PageTitle tab={invoice.number}>{isNote ? 'Credit note' : 'Invoice'}</PageTitle>
      <article className={classes.sheet} aria-label={invoice.number}>
        <dl className={classes.facts}>
          <div>
            <dt>Number</dt>
            <dd className={classes.number}>{invoice.number}</dd>
          </div>
          <div>
            <dt>Date</dt>
            <dd>{formatDay(Temporal.Instant.from(invoice.date), timezone)}</dd>
          </div>
          {invoice.corrects !== null && (
            <div>
              <dt>Corrects</dt>
              <dd className={classes.number}>{invoice.corrects}</dd>
            </div>
          )}
        </dl>
        <div className={classes.parties}>
          <Party title="From" party={invoice.seller} />
          <Party title="To" party={invoice.buyer} />
        </div>
        <table className={classes.lines}>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Quantity</th>
              <th scope="col">Net</th>
            </tr>
          </thead>
          <tbody>
            {invoice.lines.map(({ label, quantity, net_cents }) => (
              <tr key={`${label} ${net_cents}`}>
                <td>{label}</td>
                <td>{quantity}</td>
                <td>{formatUsd(net_cents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <dl className={classes.sums}>
          {invoice.discount_cents !== 0 && <Sum name="Discount" cents={-Math.abs(invoice.discount_cents)} />}
          <Sum name="Net" cents={invoice.net_cents} />
          {invoice.vat_percent > 0 && (
            <Sum name={`VAT (${invoice.vat_percent}%)`} cents={invoice.vat_cents} />
          )}
          <Sum name="Total" cents={invoice.total_cents} />
        </dl>
        {invoice.reverse_charge && <p>Reverse charge</p>}
      </article>
      <div className={classes.actions}>
        <Button
          component="a"
          href={fillPath(getInvoicePdf.path, { id: invoice.id })}
          target="_blank"
          rel="noreferrer"
          leftSection={<Icon name="download" size={18} />}
        >
          Download PDF
        </Button>
        <ButtonLink kind="plain" to="/profile" hash="billing">
          Back to billing
        </ButtonLink>
      </div>
    </>
  );
}

function Party({ title, party }: { readonly title: string; readonly party: Invoice['seller'] }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <p>
        <b>{party.name}</b>
      </p>
      {party.address.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {party.vat_number !== null && <p>VAT number {party.vat_number}</p>}
    </section>
  );
}

function Sum({ name, cents }: { readonly name: string; readonly cents: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{formatUsd(cents)}</dd>
    </div>
  );
}
