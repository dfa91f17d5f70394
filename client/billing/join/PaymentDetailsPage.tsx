import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { OFFERS, PAYMENT } from '#shared/billing/texts.ts';
import { isReferred } from '../../accounts/sign-up/referred.ts';
import { SignUpProgress } from '../../accounts/sign-up/SignUpProgress.tsx';
import { useFlag } from '../../lib/flags.ts';
import { OpenFrame } from '../../lib/frame/OpenFrame.tsx';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { pricingQuery } from '../../content/api.ts';
import { useDocumentTitle } from '../../ui/layout/PageTitle.tsx';
import { CardsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { findOffer } from '../checkout/chosen-offer.ts';
import { PaymentStep } from '../checkout/PaymentStep.tsx';
import { useBrokenOff } from '../return/use-broken-off.ts';
import { PickOffer } from './PickOffer.tsx';
import classes from './PaymentDetailsPage.module.css';

/** The sign-up's last two steps: an offer, then its payment (docs/product/buying.md#payment-details). */
export function PaymentDetailsPage() {
  const { cohort } = useMe();
  const { step, offer: id } = useSearch({ from: '/arriving/payment-details' });
  const navigate = useNavigate({ from: '/payment-details' });
  const choice = useFlag('sale') ? OFFERS.saleTitle : OFFERS.title;
  const pricing = useQuery(pricingQuery);
  const offers = pricing.data?.[cohort ?? 'public'];
  const offer = step === 'payment' && offers !== undefined ? findOffer(offers, id) : null;
  // Until the offers are here, the address is believed.
  const isPaying = step === 'payment' && (offer !== null || offers === undefined);
  const title = isPaying ? PAYMENT.title : choice;
  useDocumentTitle(title);
  useBrokenOff();
  const change = () => void navigate({ search: ({ step: _step, ...rest }) => rest });
  return (
    <OpenFrame
      progress={
        <SignUpProgress step={isPaying ? 'PAYMENT DETAILS' : 'CHOOSE A PLAN'} referred={isReferred()} />
      }
      aside={
        <Link to="/logout" preload={false} className={classes.logout}>
          Logout
        </Link>
      }
    >
      <h1 className={classes.title}>{title}</h1>
      <QueryView query={pricing} loading={<CardsSkeleton what="the offers" count={3} />}>
        {(all) =>
          offer === null ? (
            <PickOffer offers={all[cohort ?? 'public']} />
          ) : (
            <PaymentStep offer={offer} onChange={change} />
          )
        }
      </QueryView>
    </OpenFrame>
  );
}
