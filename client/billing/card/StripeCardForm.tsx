import { useImperativeHandle, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { CardField } from './CardField.tsx';
import classes from './CardForm.module.css';
import { NOT_AUTHENTICATED, PROVIDER_UNREACHABLE, type CardFormProps } from './card-handle.ts';
import type { CardValues } from './card-number.ts';
import { ELEMENTS, useStripeElements, type ElementName } from './use-stripe-elements.ts';

export { StripeConfirmation } from './StripeConfirmation.tsx';

const LABELS: Readonly<Record<ElementName, string>> = {
  cardNumber: 'Card number',
  cardExpiry: 'Expiry',
  cardCvc: 'CVC',
};

/** Stripe Elements: the card's fields are frames of Stripe. Loaded only with real keys. */
export function StripeCardForm(props: CardFormProps) {
  const [attempt, setAttempt] = useState(0);
  return <StripeFields key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />;
}

interface StripeFieldsProps extends CardFormProps {
  readonly onRetry: () => void;
}

function StripeFields({ ref, publishableKey, disabled, onRetry }: StripeFieldsProps) {
  const { state, fields, place, change, mounted } = useStripeElements(publishableKey);
  const form = useForm<CardValues>({ defaultValues: { name: '' } });
  const showError = (message: string) => {
    change('cardNumber', { error: message });
    mounted.current?.number.focus();
  };

  useImperativeHandle(ref, () => ({
    showError,
    confirm: async ({ country, zipcode }) => {
      const current = mounted.current;
      if (current === null) return { error: PROVIDER_UNREACHABLE };
      const name = form.getValues('name').trim();
      if (name === '') {
        form.setError('name', { message: 'Required' }, { shouldFocus: true });
        return { error: 'Required' };
      }
      const { paymentMethod, error } = await current.stripe.createPaymentMethod({
        type: 'card',
        card: current.number,
        billing_details: {
          name,
          address: { country, ...(zipcode === '' ? {} : { postal_code: zipcode }) },
        },
      });
      if (paymentMethod !== undefined) return { paymentMethodId: paymentMethod.id };
      const message = error.message ?? PROVIDER_UNREACHABLE;
      showError(message);
      return { error: message };
    },
    authenticate: async (clientSecret, paymentMethodId) => {
      const stripe = mounted.current?.stripe;
      if (stripe === undefined) return PROVIDER_UNREACHABLE;
      const { error } = clientSecret.startsWith('seti_')
        ? await stripe.confirmCardSetup(clientSecret, { payment_method: paymentMethodId })
        : await stripe.confirmCardPayment(clientSecret, { payment_method: paymentMethodId });
      return error === undefined ? null : (error.message ?? NOT_AUTHENTICATED);
    },
  }));

  if (state === 'failed')
    return (
      <ErrorState title="The card fields could not be loaded" onRetry={onRetry}>
        {PROVIDER_UNREACHABLE}
      </ErrorState>
    );
  const [number, expiry, cvc] = ELEMENTS.map((name) => (
    <div key={name} className={classes.label}>
      <span>{LABELS[name]}</span>
      <div
        ref={place(name)}
        className={classes.element}
        data-focused={fields[name].focused || undefined}
        data-wrong={fields[name].error !== null || undefined}
      />
      {fields[name].error !== null && (
        <p className={classes.error} role="alert">
          {fields[name].error}
        </p>
      )}
    </div>
  ));
  return (
    <div className={classes.card} aria-busy={state === 'loading'}>
      {number}
      <div className={classes.pair}>
        {expiry}
        {cvc}
      </div>
      <CardField
        form={form}
        disabled={disabled}
        name="name"
        label="Name on card"
        autoComplete="cc-name"
        maxLength={100}
      />
    </div>
  );
}
