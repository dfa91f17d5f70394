import { useForm } from 'react-hook-form';
import type { Provider } from '#shared/billing/rules-provider.ts';
import { METHOD } from '#shared/billing/texts.ts';
import { Button } from '../../ui/button/Button.tsx';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import { priceLine, type ChosenOffer } from '../checkout/chosen-offer.ts';
import { MethodChoice } from './MethodChoice.tsx';
import classes from './MethodPicker.module.css';

interface MethodPickerProps {
  readonly offer: ChosenOffer;
  readonly methods: readonly Provider[];
  readonly onChoose: (method: Provider) => void;
  readonly onBack: () => void;
}

/** Asks new customers how they pay, before the payment of a plan (docs/product/buying.md#payment-method-picker). */
export function MethodPicker({ offer, methods, onChoose, onBack }: MethodPickerProps) {
  const form = useForm<{ method: Provider }>({ defaultValues: { method: methods[0] ?? 'stripe' } });
  const send = form.handleSubmit(({ method }) => onChoose(method));
  return (
    <form noValidate className={classes.picker} onSubmit={(event) => void send(event)}>
      <p>
        <b>{offer.title}</b>, {priceLine(offer)}
      </p>
      <MethodChoice form={form} name="method" methods={methods} hints />
      <div className={classes.actions}>
        <SubmitButton busy={false} busyText={METHOD.goOn}>
          {METHOD.goOn}
        </SubmitButton>
        <Button kind="plain" type="button" onClick={onBack}>
          {METHOD.back}
        </Button>
      </div>
    </form>
  );
}
