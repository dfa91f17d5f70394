import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { OFFERS } from '../../shared/billing/texts.ts';
import { isReferred } from '../accounts/components/referred.ts';
import { SignUpProgress } from '../accounts/components/SignUpProgress.tsx';
import { useFlag } from '../app/flags.ts';
import { OpenFrame } from '../app/OpenFrame.tsx';
import { wordsOf } from '../app/problem-words.ts';
import { useMe } from '../app/session.ts';
import { pricingQuery } from '../content/api.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useDocumentTitle } from '../ui/PageTitle.tsx';
import { CardsSkeleton } from '../ui/Skeleton.tsx';
import { NoOffer } from './components/NoOffer.tsx';
import { freeBundles } from './components/free-bundles.ts';
import { PickOffer } from './components/PickOffer.tsx';
import classes from './PaymentDetailsPage.module.css';

/** The plan choice of the sign-up (part 1 "Payment details screen", step 1). What costs money is not offered here yet. */
export function PaymentDetailsPage() {
  const title = useFlag('sale') ? OFFERS.saleTitle : OFFERS.title;
  useDocumentTitle(title);
  const { cohort } = useMe();
  const pricing = useQuery(pricingQuery);

  return (
    <OpenFrame
      progress={<SignUpProgress step="CHOOSE A PLAN" referred={isReferred()} />}
      aside={
        <Link to="/logout" preload={false} className={classes.out}>
          Logout
        </Link>
      }
    >
      <h1 className={classes.title}>{title}</h1>
      {pricing.data !== undefined ? (
        <Offers bundles={freeBundles(pricing.data[cohort ?? 'public'])} />
      ) : pricing.error === null ? (
        <CardsSkeleton what="the offers" count={3} />
      ) : (
        <ErrorState onRetry={() => void pricing.refetch()} retrying={pricing.isFetching}>
          {wordsOf(pricing.error)}
        </ErrorState>
      )}
    </OpenFrame>
  );
}

function Offers({ bundles }: { readonly bundles: ReturnType<typeof freeBundles> }) {
  return bundles.length === 0 ? <NoOffer /> : <PickOffer bundles={bundles} />;
}
