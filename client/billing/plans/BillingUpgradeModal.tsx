import { PLANS } from '#shared/billing/texts.ts';
import { TOP_UP } from '#shared/billing/texts-area.ts';
import type { ModalProps } from '../../lib/modal-props.ts';
import { supportLink } from '../../lib/links.ts';
import { useMe, useStudio } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { usePaymentMethods } from '../method/use-payment-methods.ts';
import { OffersDialog } from './OffersDialog.tsx';
import classes from './OffersDialog.module.css';

/** The offers for somebody whose credits are used up (docs/product/buying.md#plans-modal). */
export function BillingUpgradeModal({ onClose }: ModalProps) {
  const me = useMe();
  const studio = useStudio();
  const canPay = usePaymentMethods()?.length !== 0;
  const support = studio === undefined ? null : supportLink(studio, me);
  const note = (
    <div className={classes.error}>
      <Notice
        tone="waiting"
        action={
          <>
            {canPay && <TopUpLink />}
            {support !== null && (
              <Button component="a" kind="plain" href={support} target="_blank" rel="noreferrer">
                Contact Support
              </Button>
            )}
          </>
        }
      >
        {PLANS.limitReached}
      </Notice>
    </div>
  );
  return <OffersDialog title={PLANS.upgradeTitle} note={note} onClose={onClose} />;
}

/** Credits one by one, for whom no other plan is on sale. */
function TopUpLink() {
  return (
    <ButtonLink to="." hash search={(search) => ({ ...search, modal: 'top-up' })} resetScroll={false}>
      {TOP_UP.open}
    </ButtonLink>
  );
}
