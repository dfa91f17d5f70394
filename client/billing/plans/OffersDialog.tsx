import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
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
import { billingQuery } from '../area-api.ts';
import { findOffer } from '../checkout/chosen-offer.ts';
import { NoPayments } from '../checkout/NoPayments.tsx';
import { useJoinOffer } from '../join/use-join-offer.ts';
import { usePaymentMethods } from '../method/use-payment-methods.ts';
import { OfferActionButton } from './OfferActionButton.tsx';
import { offerGroups, type OfferView } from './offer-groups.ts';
import { ChangeModal, PaymentModal } from './OpenedOfferModal.tsx';
import { PlanCard } from './PlanCard.tsx';
import { PlanColumns } from './PlanColumns.tsx';
import { useUnaffordable } from './use-unaffordable.ts';
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
  const canPay = usePaymentMethods()?.length !== 0;
  const join = useJoinOffer();
  const annualFirst = useFlag('annual-plans-default');
  const all = query.data?.[me.cohort ?? 'public'];
  const offers =
    all === undefined || only === undefined
      ? all
      : { plans: all.plans.filter(only), bundles: [], orchestras: [] };
  const billing = useQuery({ ...billingQuery, enabled: me.subscription.isSubscribed });
  const hasPendingChange = (billing.data?.plan?.pending ?? null) !== null;
  const unaffordable = useUnaffordable(offers?.plans ?? [], me, hasPendingChange || billing.isPending);
  const options = { annualFirst, hasPendingChange, unaffordable };
  const groups = offers === undefined ? [] : offerGroups(offers, me, options);
  const hasPaidOffers = groups.some((group) => group.offers.some(({ action }) => action.kind === 'buy'));
  const { opened, choose } = useOpenedOffer(groups);
  const offer =
    offers !== undefined && opened !== null && !opened.isChange ? findOffer(offers, opened.id) : null;
  const changed = opened?.isChange === true ? all?.plans.find(({ id }) => id === opened.id) : undefined;

  if (opened !== null && offer !== null)
    return <PaymentModal opened={opened} offer={offer} onClose={onClose} />;
  if (opened !== null && changed !== undefined)
    return <ChangeModal opened={opened} plan={changed} onClose={onClose} />;
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
