import { useQuery } from '@tanstack/react-query';
import type { ModalProps } from '../app/modals.ts';
import { useFlag } from '../app/flags.ts';
import { supportLink } from '../app/links.ts';
import { wordsOf } from '../app/problem-words.ts';
import { useMe, useStudio } from '../app/session.ts';
import { pricingQuery } from '../content/api.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Modal } from '../ui/Modal.tsx';
import { Notice } from '../ui/Notice.tsx';
import { RowsSkeleton } from '../ui/Skeleton.tsx';
import { StatusLabel } from '../ui/StatusLabel.tsx';
import { offerGroups, type OfferView } from './components/offer-groups.ts';
import { PlanCard } from './components/PlanCard.tsx';
import { useJoining } from './components/use-joining.ts';
import classes from './PlansModal.module.css';

/** What the studio offers to somebody of this cohort (part 1 section 2 "Plans modal"; sections 3 and 6). */
export function PlansModal({ onClose }: ModalProps) {
  const me = useMe();
  const studio = useStudio();
  const { data, error, isFetching, refetch } = useQuery(pricingQuery);
  const join = useJoining();
  const support = studio === undefined ? null : supportLink(studio, me);
  const annualFirst = useFlag('annual-plans-default');
  const offers = data?.[me.cohort ?? 'public'];
  const groups = offers === undefined ? [] : offerGroups(offers, me, { annualFirst });
  const toBuy = groups.some((group) => group.offers.some(({ way }) => way.kind === 'buy'));

  return (
    <Modal
      title="Plans and offers"
      size="wide"
      onClose={onClose}
      {...(toBuy ? { footer: <HowToBuy support={support} /> } : {})}
    >
      {join.error !== null && (
        <div key={join.submittedAt} ref={intoView} className={classes.trouble}>
          <Notice tone="action" alert title="You have not joined">
            {wordsOf(join.error)}
          </Notice>
        </div>
      )}
      {data === undefined && error === null && <RowsSkeleton what="the offers" count={4} />}
      {data === undefined && error !== null && (
        <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
          {wordsOf(error)}
        </ErrorState>
      )}
      {data !== undefined && groups.length === 0 && (
        <EmptyState title="There are no offers at the moment">Please check again soon!</EmptyState>
      )}
      {groups.map(({ title, offers: shown }) => (
        <section key={title} aria-label={title} className={classes.group}>
          <h3>{title}</h3>
          <div className={classes.cards}>
            {shown.map((offer) => (
              <PlanCard key={offer.id} offer={offer}>
                <Way offer={offer} joining={join.isPending} onJoin={() => join.mutate(offer.id)} />
              </PlanCard>
            ))}
          </div>
        </section>
      ))}
    </Modal>
  );
}

/** What went wrong stands above the offers, and the button that was pressed may be far below. */
const intoView = (place: HTMLElement | null): void => place?.scrollIntoView({ block: 'nearest' });

interface WayProps {
  readonly offer: OfferView;
  readonly joining: boolean;
  readonly onJoin: () => void;
}

/** What can be done with an offer; what has to be bought has nothing here. */
function Way({ offer: { way, title, price }, joining, onJoin }: WayProps) {
  switch (way.kind) {
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
    case 'outside':
      return (
        <Button
          component="a"
          kind="plain"
          href={way.link}
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

/** Plans and credits are not sold on this screen: who sells them is said instead. */
function HowToBuy({ support }: { support: string | null }) {
  return (
    <>
      <p className={classes.note}>
        To change your plan or buy credits, write to us and we will set it up with you.
      </p>
      {support !== null && (
        <Button component="a" kind="plain" href={support} target="_blank" rel="noreferrer">
          Contact Support
        </Button>
      )}
    </>
  );
}
