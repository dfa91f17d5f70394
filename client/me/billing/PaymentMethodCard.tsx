import { AREA } from '#shared/billing/texts-area.ts';
import type { Billing } from '../../billing/area-api.ts';
import { usePortal } from '../../billing/portal/use-portal.ts';
import { Button } from '../../ui/button/Button.tsx';
import { StatusLabel } from '../../ui/feedback/StatusLabel.tsx';
import { Card } from '../profile/Card.tsx';
import classes from './BillingTab.module.css';

const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** The card that is charged (docs/product/buying.md#payment-method). */
export function PaymentMethodCard({
  billing: { payment_method: card, has_portal: hasPortal },
}: {
  readonly billing: Pick<Billing, 'payment_method' | 'has_portal'>;
}) {
  return (
    <Card title={AREA.card} actions={hasPortal && <UpdateCard />}>
      {card === null ? (
        <p>{AREA.noCard}</p>
      ) : (
        <div className={classes.card}>
          <b>{BRANDS[card.brand] ?? card.brand}</b>
          <span className={classes.number}>
            <span aria-hidden="true">•••• </span>
            <span>{`ending in ${card.last4}`}</span>
          </span>
          <span
            className={classes.number}
          >{`Expires ${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`}</span>
          {card.expires_soon && <StatusLabel tone="waiting">{AREA.expiresSoon}</StatusLabel>}
        </div>
      )}
    </Card>
  );
}

function UpdateCard() {
  const { open, busy } = usePortal();
  return (
    <Button kind="plain" onClick={open} aria-disabled={busy || undefined} data-busy={busy || undefined}>
      {busy ? AREA.updateBusy : AREA.updateCard}
    </Button>
  );
}
