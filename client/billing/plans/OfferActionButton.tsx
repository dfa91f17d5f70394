import { useId } from 'react';
import { OFFERS } from '#shared/billing/texts.ts';
import { UNABLE } from '#shared/billing/texts-change.ts';
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
      if (action.reason !== null)
        return <Unable label={action.label} reason={UNABLE[action.reason]} title={title} />;
      if (!canPay) return null;
      return (
        <Button
          onClick={onBuy}
          aria-label={action.label.includes(title) ? undefined : `${action.label}, ${title}`}
        >
          {action.label}
        </Button>
      );
    case 'buy':
      if (!canPay) return null;
      return (
        <Button onClick={onBuy} aria-label={`${action.label ?? price}, ${title}`}>
          {action.label ?? price}
        </Button>
      );
  }
}

/** Disabled, with its reason. */
function Unable({
  label,
  reason,
  title,
}: {
  readonly label: string;
  readonly reason: string;
  readonly title: string;
}) {
  const id = useId();
  return (
    <div className={classes.change}>
      <Button kind="plain" disabled aria-describedby={id} aria-label={`${label}, ${title}`}>
        {label}
      </Button>
      <p id={id}>{reason}</p>
    </div>
  );
}
