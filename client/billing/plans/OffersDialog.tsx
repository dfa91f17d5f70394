import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PAYMENT, PLANS } from '#shared/billing/texts.ts';
import type { Plan } from '#shared/content/contract-documents.ts';
import { useFlag } from '../../lib/flags.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { pricingQuery } from '../../content/api.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { billingQuery, paymentConfigQuery } from '../area-api.ts';
import { ChangeStep } from '../change/ChangeStep.tsx';
import { findOffer } from '../checkout/chosen-offer.ts';
import { NoPayments } from '../checkout/NoPayments.tsx';
import { PaymentStep } from '../checkout/PaymentStep.tsx';
import { useJoinOffer } from '../join/use-join-offer.ts';
import { OfferActionButton } from './OfferActionButton.tsx';
import { offerGroups, type OfferView } from './offer-groups.ts';
import { PlanCard } from './PlanCard.tsx';
import { PlanColumns } from './PlanColumns.tsx';
import { useOpenedOffer } from './use-opened-offer.ts';
import classes from './OffersDialog.module.css';

interface OffersDialogProps {
  readonly title: string;
  /** Above the offers. */
  readonly note?: ReactNode;
  /** Shows the plans alone that it lets through. */
  readonly only?: (plan: Plan) => boolean;
  /** In the place of the offers where there are none. */
  readonly empty?: ReactNode;
  readonly onClose: () => void;
}

/** The offers of the person's cohort and, once one is chosen, its payment (docs/product/buying.md#plans-modal). */
export function OffersDialog({ title, note, only, empty, onClose }: OffersDialogProps) {
  const me = useMe();
  const query = useQuery(pricingQuery);
  const config = useQuery(paymentConfigQuery);
  const join = useJoinOffer();
  const annualFirst = useFlag('annual-plans-default');
  const all = query.data?.[me.cohort ?? 'public'];
  const offers =
    all === undefined || only === undefined
      ? all
      : { plans: all.plans.filter(only), bundles: [], orchestras: [] };
  const billing = useQuery({ ...billingQuery, enabled: me.subscription.isSubscribed });
  const hasPendingChange = (billing.data?.plan?.pending ?? null) !== null;
  const groups = offers === undefined ? [] : offerGroups(offers, me, { annualFirst, hasPendingChange });
  const hasPaidOffers = groups.some((group) => group.offers.some(({ action }) => action.kind === 'buy'));
  const canPay = config.data?.stripe !== null;
  const { opened, choose } = useOpenedOffer(groups);
  const offer =
    offers !== undefined && opened !== null && opened.change === null ? findOffer(offers, opened.id) : null;
  // Over a running subscription a plan is confirmed, not paid.
  const isConfirmed = offer?.kind === 'plan' && opened?.isLive === true;

  if (offer !== null)
    return (
      <Modal
        key="payment"
        title={isConfirmed ? PAYMENT.confirmTitle : PAYMENT.title}
        size={isConfirmed ? 'narrow' : 'wide'}
        onClose={onClose}
      >
        <PaymentStep offer={offer} onChange={() => choose(undefined)} />
      </Modal>
    );
  if (opened !== null && opened.change !== null)
    return (
      <Modal key="change" title={PLANS.changeTitle(opened.title)} onClose={onClose}>
        <ChangeStep priceId={opened.change.priceId} onBack={() => choose(undefined)} />
      </Modal>
    );
  const card = (one: OfferView, level: 4 | 5) => (
    <PlanCard key={one.id} offer={one} level={level}>
      <OfferActionButton
        offer={one}
        canPay={canPay}
        joining={join.isPending}
        onJoin={() => join.mutate(one.id)}
        onBuy={() => choose(one.id)}
      />
    </PlanCard>
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
          groups.length === 0
            ? (empty ?? (
                <EmptyState title="There are no offers at the moment">Please check again soon!</EmptyState>
              ))
            : groups.map(({ title: group, offers: shown }) => (
                <section key={group} aria-label={group} className={classes.group}>
                  <h3>{group}</h3>
                  {shown[0]?.kind === 'plan' ? (
                    <PlanColumns offers={shown} card={card} />
                  ) : (
                    <div className={classes.cards}>{shown.map((one) => card(one, 4))}</div>
                  )}
                </section>
              ))
        }
      </QueryView>
    </Modal>
  );
}
