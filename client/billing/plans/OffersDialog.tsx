import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { PAYMENT } from '#shared/billing/texts.ts';
import { useFlag } from '../../lib/flags.ts';
import { errorMessage } from '../../lib/error-message.ts';
import type { ModalParams } from '../../lib/modal-search.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { pricingQuery } from '../../content/api.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { paymentConfigQuery } from '../area-api.ts';
import { findOffer, hasLiveSubscription } from '../checkout/chosen-offer.ts';
import { NoPayments } from '../checkout/NoPayments.tsx';
import { PaymentStep } from '../checkout/PaymentStep.tsx';
import { useJoinOffer } from '../join/use-join-offer.ts';
import { OfferActionButton } from './OfferActionButton.tsx';
import { offerGroups } from './offer-groups.ts';
import { PlanCard } from './PlanCard.tsx';
import classes from './OffersDialog.module.css';

/** The offer whose payment is open. */
interface Opened {
  readonly id: unknown;
  readonly isLive: boolean;
}

interface OffersDialogProps {
  readonly title: string;
  /** Above the offers. */
  readonly note?: ReactNode;
  readonly onClose: () => void;
}

/** The offers of the person's cohort and, once one is chosen, its payment (docs/product/buying.md#plans-modal). */
export function OffersDialog({ title, note, onClose }: OffersDialogProps) {
  const me = useMe();
  const query = useQuery(pricingQuery);
  const config = useQuery(paymentConfigQuery);
  const join = useJoinOffer();
  const annualFirst = useFlag('annual-plans-default');
  const offers = query.data?.[me.cohort ?? 'public'];
  const groups = offers === undefined ? [] : offerGroups(offers, me, { annualFirst });
  const hasPaidOffers = groups.some((group) => group.offers.some(({ action }) => action.kind === 'buy'));
  const canPay = config.data?.stripe !== null;
  // The address names the choice, so that a reload and the browser's Back keep it.
  const { offer: chosen }: ModalParams = useSearch({ strict: false });
  const navigate = useNavigate();
  const choose = (offer: string | undefined) =>
    void navigate({ to: '.', search: (now) => ({ ...now, offer }), hash: true, resetScroll: false });
  const isForSale = groups.some((group) =>
    group.offers.some(({ id, action }) => id === chosen && action.kind === 'buy'),
  );
  // What was opened stays while it is paid: the person's new status arrives before the thank-you screen.
  const [opened, setOpened] = useState<Opened | null>(null);
  if (chosen === undefined && opened !== null) setOpened(null);
  if (isForSale && opened?.id !== chosen) setOpened({ id: chosen, isLive: hasLiveSubscription(me) });
  const offer =
    offers !== undefined && opened !== null && opened.id === chosen ? findOffer(offers, chosen) : null;
  // Over a running subscription a plan is confirmed, not paid.
  const isChange = offer?.kind === 'plan' && opened?.isLive === true;

  if (offer !== null)
    return (
      <Modal
        key="payment"
        title={isChange ? PAYMENT.confirmTitle : PAYMENT.title}
        size={isChange ? 'narrow' : 'wide'}
        onClose={onClose}
      >
        <PaymentStep offer={offer} onChange={() => choose(undefined)} />
      </Modal>
    );
  return (
    <Modal key="offers" title={title} size="wide" onClose={onClose}>
      {note}
      {!canPay && hasPaidOffers && (
        <div className={classes.error}>
          <NoPayments />
        </div>
      )}
      {join.error !== null && (
        <div key={join.submittedAt} className={classes.error}>
          <Notice tone="danger" alert title="You have not joined">
            {errorMessage(join.error)}
          </Notice>
        </div>
      )}
      <QueryView query={query} loading={<RowsSkeleton what="the offers" count={4} />}>
        {() =>
          groups.length === 0 ? (
            <EmptyState title="There are no offers at the moment">Please check again soon!</EmptyState>
          ) : (
            groups.map(({ title: group, offers: shown }) => (
              <section key={group} aria-label={group} className={classes.group}>
                <h3>{group}</h3>
                <div className={classes.cards}>
                  {shown.map((one) => (
                    <PlanCard key={one.id} offer={one}>
                      <OfferActionButton
                        offer={one}
                        canPay={canPay}
                        joining={join.isPending}
                        onJoin={() => join.mutate(one.id)}
                        onBuy={() => choose(one.id)}
                      />
                    </PlanCard>
                  ))}
                </div>
              </section>
            ))
          )
        }
      </QueryView>
    </Modal>
  );
}
