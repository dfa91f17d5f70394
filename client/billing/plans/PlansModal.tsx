import { useQuery } from '@tanstack/react-query';
import type { ModalProps } from '../../lib/modal-props.ts';
import { useFlag } from '../../lib/flags.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { pricingQuery } from '../../content/api.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { StatusLabel } from '../../ui/feedback/StatusLabel.tsx';
import { HowToBuy } from '../../content/help/HowToBuy.tsx';
import { offerGroups, type OfferView } from './offer-groups.ts';
import { PlanCard } from './PlanCard.tsx';
import { useJoinOffer } from '../join/use-join-offer.ts';
import classes from './PlansModal.module.css';

/** What the studio offers to the person's cohort (docs/product/billing.md#offers). */
export function PlansModal({ onClose }: ModalProps) {
  const me = useMe();
  const query = useQuery(pricingQuery);
  const join = useJoinOffer();
  const annualFirst = useFlag('annual-plans-default');
  const offers = query.data?.[me.cohort ?? 'public'];
  const groups = offers === undefined ? [] : offerGroups(offers, me, { annualFirst });
  const hasPaidOffers = groups.some((group) => group.offers.some(({ action }) => action.kind === 'buy'));

  return (
    <Modal
      title="Plans and offers"
      size="wide"
      onClose={onClose}
      footer={hasPaidOffers ? <HowToBuy className={classes.note} /> : undefined}
    >
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
            groups.map(({ title, offers: shown }) => (
              <section key={title} aria-label={title} className={classes.group}>
                <h3>{title}</h3>
                <div className={classes.cards}>
                  {shown.map((offer) => (
                    <PlanCard key={offer.id} offer={offer}>
                      <OfferActionButton
                        offer={offer}
                        joining={join.isPending}
                        onJoin={() => join.mutate(offer.id)}
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

interface OfferActionButtonProps {
  readonly offer: OfferView;
  readonly joining: boolean;
  readonly onJoin: () => void;
}

/** What can be done with an offer; nothing for one that has to be bought. */
function OfferActionButton({ offer: { action, title, price }, joining, onJoin }: OfferActionButtonProps) {
  switch (action.kind) {
    case 'current':
      return (
        <div>
          <StatusLabel tone="ready">You&#39;re on this plan</StatusLabel>
        </div>
      );
    case 'join':
      return (
        <Button onClick={joining ? undefined : onJoin} aria-disabled={joining || undefined}>
          {joining ? 'Joining...' : 'JOIN FREE'}
        </Button>
      );
    case 'external':
      return (
        <Button
          component="a"
          kind="plain"
          href={action.link}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`${price}, ${title}`}
        >
          {price}
        </Button>
      );
    case 'buy':
      return null;
  }
}
