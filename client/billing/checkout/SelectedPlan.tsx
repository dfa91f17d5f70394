import { PAYMENT, trialSuffix } from '#shared/billing/texts.ts';
import { Button } from '../../ui/button/Button.tsx';
import { priceLine, type ChosenOffer } from './chosen-offer.ts';
import classes from './PaymentForm.module.css';

interface SelectedPlanProps {
  readonly offer: ChosenOffer;
  /** Days of the free trial that it begins with; 0: none. */
  readonly trialDays: number;
  readonly disabled: boolean;
  readonly onChange: () => void;
}

/** The box above the form: what is bought. */
export function SelectedPlan({ offer, trialDays, disabled, onChange }: SelectedPlanProps) {
  return (
    <section className={classes.selected} aria-label="Selected plan">
      <p className={classes.kicker}>{PAYMENT.selected}</p>
      <Button kind="quiet" type="button" disabled={disabled} onClick={onChange}>
        {PAYMENT.change}
      </Button>
      <p className={classes.offer}>
        {offer.title}
        {trialDays > 0 && trialSuffix(trialDays)}
      </p>
      <p className={classes.price}>{priceLine(offer)}</p>
    </section>
  );
}
