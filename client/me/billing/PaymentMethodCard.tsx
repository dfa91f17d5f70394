import { AREA } from '#shared/billing/texts-area.ts';
import { METHOD, PAYPAL_METHOD } from '#shared/billing/texts.ts';
import type { Me } from '#shared/me/contract.ts';
import type { Billing } from '../../billing/area-api.ts';
import { usePortal } from '../../billing/portal/use-portal.ts';
import { Button } from '../../ui/button/Button.tsx';
import { StatusLabel } from '../../ui/feedback/StatusLabel.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import classes from './BillingTab.module.css';
import { MoveMethod } from './MoveMethod.tsx';

const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

interface PaymentMethodCardProps {
  readonly me: Me;
  readonly billing: Billing;
}

/** The card or PayPal account that is charged, and the way to another one (docs/product/buying.md#payment-method). */
export function PaymentMethodCard({ me, billing }: PaymentMethodCardProps) {
  const { payment_method: card, paypal, has_portal: hasPortal } = billing;
  return (
    <Card title={AREA.card}>
      {paypal !== null && (
        <div className={classes.card}>
          <b>{METHOD.names.paypal}</b>
          {paypal.email !== null && <span className={classes.email}>{paypal.email}</span>}
        </div>
      )}
      {paypal === null && card === null && <p>{AREA.noCard}</p>}
      {card !== null && (
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
      <div className={classes.actions}>
        {hasPortal && <UpdateCard />}
        {paypal !== null && (
          <Button component="a" kind="plain" href={paypal.manage_url} target="_blank" rel="noreferrer">
            {PAYPAL_METHOD.manage}
          </Button>
        )}
        <MoveMethod me={me} billing={billing} />
      </div>
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
