import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { formatUsd } from '#shared/lib/money.ts';
import { dayOf, formatDay } from '#shared/lib/time.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { useNowFor } from '../../lib/use-now.ts';
import type { Quote } from '../api.ts';
import { Breakdown, BreakdownSkeleton } from './Breakdown.tsx';
import type { ChosenOffer } from './chosen-offer.ts';
import { CouponField } from './CouponField.tsx';
import classes from './PaymentForm.module.css';

interface PriceSummaryProps {
  readonly offer: ChosenOffer;
  readonly quote: UseQueryResult<Quote>;
  readonly hasCountry: boolean;
  readonly trialDays: number;
  /** Nothing is paid now: the price is that of later periods. */
  readonly isConfirmed: boolean;
  /** null: it takes none. */
  readonly coupon: ComponentProps<typeof CouponField> | null;
}

/** The coupon, the sum, and what is due today. */
export function PriceSummary({
  offer,
  quote,
  hasCountry,
  trialDays,
  isConfirmed,
  coupon,
}: PriceSummaryProps) {
  const { timezone } = useMe();
  const now = useNowFor((at) => dayOf(at, timezone));
  const per = offer.period !== null && (trialDays > 0 || isConfirmed) ? { per: `a ${offer.period}` } : {};
  return (
    <section aria-label="Price" className={classes.sum} aria-busy={quote.isFetching}>
      {coupon !== null && <CouponField {...coupon} />}
      {!hasCountry && (
        <p className={classes.hosted}>Choose your billing country to see the price with VAT.</p>
      )}
      {hasCountry && (coupon?.error ?? null) === null && (
        <QueryView query={quote} loading={<BreakdownSkeleton />} errorTitle="The price could not be loaded">
          {({ breakdown, due_today_cents: due, later_total_cents: later }) => {
            const afterwards = later === null ? '' : `${formatUsd(later)} a ${offer.period ?? ''}`;
            return (
              <>
                <Breakdown amounts={breakdown} {...(later === null ? per : {})} />
                {trialDays > 0 && (
                  <p className={classes.due}>
                    <b>{formatUsd(due)} due today.</b> {formatUsd(breakdown.total_cents)} on{' '}
                    {formatDay(now.add({ hours: trialDays * 24 }), timezone)}
                    {later !== null && `, later ${afterwards}`}, unless you cancel before.
                  </p>
                )}
                {trialDays === 0 && later !== null && <p className={classes.due}>Later {afterwards}.</p>}
              </>
            );
          }}
        </QueryView>
      )}
    </section>
  );
}
