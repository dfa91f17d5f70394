import { OFFERS } from '#shared/billing/texts.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx';
import type { OfferView } from '../plans/offer-groups.ts';
import { usePaymentMethods } from '../method/use-payment-methods.ts';
import { NoPayments } from '../checkout/NoPayments.tsx';
import classes from './PickOffer.module.css';
import { useJoinOffer } from './use-join-offer.ts';

interface OfferFooterProps {
  readonly offer: OfferView | null;
  /** Called for an offer that is paid here. */
  readonly onPay: () => void;
  /** Called on a press while nothing is chosen. */
  readonly onMissing: () => void;
}

/** The button for the chosen offer, and what it asks of one (docs/product/buying.md#payment-details). */
export function OfferFooter({ offer, onPay, onMissing }: OfferFooterProps) {
  const joining = useJoinOffer();
  const methods = usePaymentMethods();
  if (offer?.action.kind === 'buy' && methods?.length === 0)
    return (
      <footer className={classes.footer}>
        <NoPayments />
      </footer>
    );
  return (
    <footer className={classes.footer}>
      {joining.error !== null && (
        <Notice tone="danger" alert>
          {errorMessage(joining.error)}
        </Notice>
      )}
      {offer === null && (
        <Button fullWidth onClick={onMissing}>
          {OFFERS.choose}
        </Button>
      )}
      {offer?.action.kind === 'buy' && (
        <Button fullWidth onClick={onPay}>
          {offer.oldPrice !== null && (
            <>
              <VisuallyHidden>Before </VisuallyHidden>
              <s className={classes.old}>{offer.oldPrice}</s>
            </>
          )}
          {offer.price}
        </Button>
      )}
      {offer?.action.kind === 'external' && (
        <Button component="a" href={offer.action.link} target="_blank" rel="noopener noreferrer" fullWidth>
          <VisuallyHidden>{`${offer.title}, `}</VisuallyHidden>
          {offer.price}
        </Button>
      )}
      {offer?.action.kind === 'join' && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!joining.isPending) joining.mutate(offer.id);
          }}
        >
          <SubmitButton busy={joining.isPending} busyText={OFFERS.busy} fullWidth>
            {OFFERS.joinFree}
          </SubmitButton>
        </form>
      )}
      <p>{offer?.action.kind === 'join' ? OFFERS.noCard : OFFERS.vat}</p>
    </footer>
  );
}
