import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { OFFERS } from '#shared/billing/texts.ts';
import { isReferred } from '../../accounts/sign-up/referred.ts';
import { SignUpProgress } from '../../accounts/sign-up/SignUpProgress.tsx';
import { useFlag } from '../../lib/flags.ts';
import { OpenFrame } from '../../lib/frame/OpenFrame.tsx';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { pricingQuery } from '../../content/api.ts';
import { useDocumentTitle } from '../../ui/layout/PageTitle.tsx';
import { CardsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { PickOffer } from './PickOffer.tsx';
import classes from './PaymentDetailsPage.module.css';

/** The choice of an offer in the sign-up (docs/product/billing.md#payment-details). */
export function PaymentDetailsPage() {
  const title = useFlag('sale') ? OFFERS.saleTitle : OFFERS.title;
  useDocumentTitle(title);
  const { cohort } = useMe();
  const pricing = useQuery(pricingQuery);

  return (
    <OpenFrame
      progress={<SignUpProgress step="CHOOSE A PLAN" referred={isReferred()} />}
      aside={
        <Link to="/logout" preload={false} className={classes.logout}>
          Logout
        </Link>
      }
    >
      <h1 className={classes.title}>{title}</h1>
      <QueryView query={pricing} loading={<CardsSkeleton what="the offers" count={3} />}>
        {(offers) => <PickOffer offers={offers[cohort ?? 'public']} />}
      </QueryView>
    </OpenFrame>
  );
}
