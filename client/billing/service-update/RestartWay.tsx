import { useQuery } from '@tanstack/react-query';
import { membershipButtons } from '#shared/billing/rules-leaving.ts';
import { REFUSED, SERVICE_UPDATE } from '#shared/billing/texts-area.ts';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { billingQuery } from '../area-api.ts';
import { membershipFacts, useLeavingFlags } from './membership-facts.ts';
import { RestartButton } from './RestartButton.tsx';
import classes from './ServiceUpdateModal.module.css';

/** 'Restart Billing Cycle' for those who can, by the rule of the billing area; for all others a way out. */
export function RestartWay({ onClose }: { readonly onClose: () => void }) {
  const me = useMe();
  const { data: billing } = useQuery(billingQuery);
  const flags = useLeavingFlags();
  const button =
    billing === undefined || !billing.can_buy
      ? undefined
      : membershipButtons(membershipFacts(me, billing), flags).find(({ action }) => action === 'restart');
  if (button === undefined) return <Button onClick={onClose}>{SERVICE_UPDATE.close}</Button>;
  if (button.blocked !== null)
    return (
      <>
        <p className={classes.blocked}>{REFUSED[button.blocked]}</p>
        <Button onClick={onClose}>{SERVICE_UPDATE.close}</Button>
      </>
    );
  return <RestartButton kind="main" label={SERVICE_UPDATE.restart} onDone={onClose} />;
}
