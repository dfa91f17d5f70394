import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { COUPON_TEXTS } from '#shared/operator/content/texts-coupons.ts';
import { MODE_LABELS } from '#shared/operator/content/texts-prices.ts';
import { ProblemError } from '../../lib/api.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { LazyComponent } from '../../ui/layout/LazyComponent.tsx';
import { ChangesSection } from '../audit/ChangesSection.tsx';
import { ContentTabs } from '../content/ContentTabs.tsx';
import { PagedList } from '../PagedList.tsx';
import { couponsQuery } from './api.ts';
import { CouponRow } from './CouponRow.tsx';
import classes from './Coupons.module.css';

const load = async () => (await import('./MakeCouponDialog.tsx')).MakeCouponDialog;

/** The coupons of the card provider (docs/product/operator.md#coupons). */
export function CouponsPage() {
  const { timezone: zone } = useMe();
  const [isOpen, setOpen] = useState(false);
  const query = useInfiniteQuery(couponsQuery);
  const [first] = query.data?.pages ?? [];
  const isAbsent =
    query.error instanceof ProblemError && query.error.problem.code === 'payments_not_configured';
  return (
    <>
      <ContentTabs
        title="Coupons"
        actions={
          first !== undefined && (
            <Button kind="plain" onClick={() => setOpen(true)}>
              Make a coupon
            </Button>
          )
        }
      />
      <QueryView
        query={query}
        loading={<RowsSkeleton what="the coupons" count={4} />}
        errorTitle="We could not load the coupons"
        {...(isAbsent && { failed: <Notice tone="waiting">{COUPON_TEXTS.none}</Notice> })}
      >
        {({ pages }) => {
          const coupons = pages.flatMap((page) => page.coupons);
          return (
            <>
              {first !== undefined && (
                <p className={classes.lead}>At Stripe, by {MODE_LABELS[first.mode]}.</p>
              )}
              {coupons.length === 0 ? (
                <EmptyState title="There is no coupon yet">
                  A coupon takes something off when somebody pays a plan or a bundle by card.
                </EmptyState>
              ) : (
                <PagedList query={query} more="Show older" count={coupons.length}>
                  {coupons.map((coupon) => (
                    <CouponRow key={coupon.id} coupon={coupon} zone={zone} />
                  ))}
                </PagedList>
              )}
              {first !== undefined && (
                <ChangesSection filter={{ kind: 'coupon' }} audit={first.audit} zone={zone} />
              )}
            </>
          );
        }}
      </QueryView>
      {isOpen && first !== undefined && (
        <LazyComponent
          load={load}
          enabled
          props={{ offers: first.offers, zone, onClose: () => setOpen(false) }}
        />
      )}
    </>
  );
}
