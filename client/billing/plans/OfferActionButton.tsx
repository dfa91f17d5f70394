import { useId } from 'react';
import { OFFERS, PLANS } from '#shared/billing/texts.ts';
import { supportLink } from '../../lib/links.ts';
import { useMe, useStudio } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { StatusLabel } from '../../ui/feedback/StatusLabel.tsx';
import type { OfferView } from './offer-groups.ts';
import classes from './OffersDialog.module.css';

interface OfferActionButtonProps {
  readonly offer: OfferView;
  /** Payments are set up here. */
  readonly canPay: boolean;
  readonly joining: boolean;
  readonly onJoin: () => void;
  readonly onBuy: () => void;
}

/** What can be done with an offer (docs/product/buying.md#plans-modal). */
export function OfferActionButton({ offer, canPay, joining, onJoin, onBuy }: OfferActionButtonProps) {
  const { action, title, price } = offer;
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
          {joining ? OFFERS.busy : OFFERS.joinFree}
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
    case 'change':
      return <ChangeBySupport label={action.label} />;
    case 'buy':
      if (!canPay) return null;
      return (
        <Button onClick={onBuy} aria-label={`${action.label ?? price}, ${title}`}>
          {action.label ?? price}
        </Button>
      );
  }
}

/** A running plan is not changed here: the button says why, and who does it. */
function ChangeBySupport({ label }: { readonly label: string }) {
  const id = useId();
  const me = useMe();
  const studio = useStudio();
  const support = studio === undefined ? null : supportLink(studio, me);
  return (
    <div className={classes.change}>
      <Button kind="plain" disabled aria-describedby={id}>
        {label}
      </Button>
      <p id={id}>
        {PLANS.changeBySupport}{' '}
        {support !== null && (
          <a href={support} target="_blank" rel="noreferrer">
            Contact Support
          </a>
        )}
      </p>
    </div>
  );
}
