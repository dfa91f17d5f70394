import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getInvoicePdf } from '#shared/billing/calls.ts';
import { fillPath } from '#shared/lib/call.ts';
import { formatUsdExact } from '#shared/lib/money.ts';
import { formatDay } from '#shared/lib/time.ts';
import type { PersonPayment } from '#shared/operator/person/contract-payments.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { StatusLabel } from '../../ui/feedback/StatusLabel.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { LazyComponent } from '../../ui/layout/LazyComponent.tsx';
import { PagedList } from '../PagedList.tsx';
import { Section } from '../Section.tsx';
import { boughtText, mayRefund } from './payment-text.ts';
import { paymentsQuery } from './payments.ts';
import page from './PersonPage.module.css';
import classes from './PaymentsSection.module.css';

interface PaymentsSectionProps {
  readonly person: { readonly id: string; readonly name: string };
}

const load = async () => (await import('./RefundDialog.tsx')).RefundDialog;

/** What a client has paid, with refunds, credit notes and disputes (docs/product/operator.md#payments-of-a-person). */
export function PaymentsSection({ person }: PaymentsSectionProps) {
  const { timezone: zone } = useMe();
  const query = useInfiniteQuery(paymentsQuery(person.id));
  const [refunding, setRefunding] = useState<PersonPayment | null>(null);
  return (
    <Section title="Payments">
      <QueryView
        query={query}
        loading={<RowsSkeleton what="the payments" count={2} />}
        errorTitle="We could not load the payments"
      >
        {({ pages }) => {
          const payments = pages.flatMap((one) => one.payments);
          if (payments.length === 0) return <p className={page.text}>Nothing was paid yet.</p>;
          return (
            <PagedList query={query} more="Show older" count={payments.length}>
              {payments.map((payment) => (
                <Row key={payment.id} payment={payment} zone={zone} onRefund={() => setRefunding(payment)} />
              ))}
            </PagedList>
          );
        }}
      </QueryView>
      {refunding !== null && (
        <LazyComponent
          load={load}
          enabled
          props={{ person, payment: refunding, onClose: () => setRefunding(null) }}
        />
      )}
    </Section>
  );
}

interface RowProps {
  readonly payment: PersonPayment;
  readonly zone: string;
  readonly onRefund: () => void;
}

function Row({ payment, zone, onRefund }: RowProps) {
  const { paid_at, total_cents, refunded_cents, invoice, credit_notes, disputes } = payment;
  const documents = [...(invoice === null ? [] : [invoice]), ...credit_notes];
  return (
    <li className={classes.row} tabIndex={-1}>
      <div className={classes.what}>
        <b>{boughtText(payment)}</b>
        <span className={classes.muted}>
          <time dateTime={paid_at}>{formatDay(Temporal.Instant.from(paid_at), zone)}</time>
          {documents.map(({ id, number }) => (
            <a key={id} href={fillPath(getInvoicePdf.path, { id })} target="_blank" rel="noreferrer">
              {number}
            </a>
          ))}
        </span>
      </div>
      <span className={classes.labels}>
        {refunded_cents > 0 && (
          <StatusLabel tone="done">
            {refunded_cents >= total_cents ? 'Refunded' : `Refunded ${formatUsdExact(refunded_cents)}`}
          </StatusLabel>
        )}
        {disputes.map((state, at) => (
          // eslint-disable-next-line react/no-array-index-key
          <StatusLabel key={at} tone={state === 'won' ? 'ready' : 'danger'}>{`Dispute ${state}`}</StatusLabel>
        ))}
      </span>
      <span className={classes.amount}>{formatUsdExact(total_cents)}</span>
      {mayRefund(payment) && (
        <Button kind="plain" aria-label={`Refund ${boughtText(payment)}`} onClick={onRefund}>
          Refund
        </Button>
      )}
    </li>
  );
}
