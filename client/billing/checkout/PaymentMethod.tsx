import type { Ref } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Provider } from '#shared/billing/rules-provider.ts';
import { METHOD } from '#shared/billing/texts.ts';
import { CardForm, type CardAccess } from '../card/CardForm.tsx';
import type { CardHandle } from '../card/card-handle.ts';
import { MethodChoice } from '../method/MethodChoice.tsx';
import classes from './PaymentForm.module.css';
import type { PaymentValues } from './use-payment-form.ts';

interface PaymentMethodProps {
  readonly form: UseFormReturn<PaymentValues>;
  readonly methods: readonly Provider[];
  readonly card: Ref<CardHandle>;
  /** The card provider, where the card is typed here. */
  readonly access: CardAccess | null;
  /** In the place of the card form. */
  readonly note: string | null;
  readonly disabled: boolean;
}

/** Card or PayPal, and the card's fields where it is typed here (docs/product/buying.md#paying). */
export function PaymentMethod({ form, methods, card, access, note, disabled }: PaymentMethodProps) {
  return (
    <>
      {methods.length > 1 && <MethodChoice form={form} name="method" methods={methods} disabled={disabled} />}
      {note !== null && <p className={classes.hosted}>{note}</p>}
      {note === null && access !== null && (
        <fieldset className={classes.method}>
          <legend>{METHOD.names.stripe}</legend>
          <CardForm ref={card} access={access} disabled={disabled} />
        </fieldset>
      )}
    </>
  );
}
