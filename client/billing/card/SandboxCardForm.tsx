import { useCallback, useImperativeHandle, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../ui/button/Button.tsx';
import { AuthenticationDialog } from './AuthenticationDialog.tsx';
import classes from './CardForm.module.css';
import { CardField } from './CardField.tsx';
import type { CardFormProps } from './card-handle.ts';
import { cardErrors, formatCardNumber, formatExpiry, type CardValues } from './card-number.ts';
import { authenticationPage, createPaymentMethod, openIntent, outcomeOf } from './sandbox-provider.ts';
import { TEST_CARDS } from './test-cards.ts';

export { SandboxConfirmation } from './SandboxConfirmation.tsx';

interface SandboxCardFormProps extends CardFormProps {
  /** The origin of the sandbox. */
  readonly origin: string;
  readonly today: () => Temporal.PlainDate;
}

const FIELDS = ['number', 'expiry', 'cvc', 'name'] as const;
const EMPTY: CardValues = { number: '', expiry: '', cvc: '', name: '' };
const digitsOnly = (text: string): string => text.replaceAll(/\D/g, '').slice(0, 4);

/** The studio's own card fields, for the sandbox alone. The card goes straight to it, never to our server. */
export function SandboxCardForm({ ref, publishableKey, disabled, origin, today }: SandboxCardFormProps) {
  const form = useForm<CardValues>({ defaultValues: EMPTY });
  const access = { origin, key: publishableKey };
  const [page, setPage] = useState<string | null>(null);
  const closed = useRef<() => void>(undefined);
  const endDialog = useCallback(() => {
    setPage(null);
    closed.current?.();
  }, []);
  const showError = (message: string) =>
    form.setError('number', { type: 'provider', message }, { shouldFocus: true });

  useImperativeHandle(ref, () => ({
    showError,
    confirm: async (place) => {
      const card = form.getValues();
      const errors = cardErrors(card, today());
      const wrong = FIELDS.filter((name) => errors[name] !== undefined);
      form.clearErrors();
      for (const name of wrong)
        form.setError(name, { message: errors[name] ?? '' }, { shouldFocus: name === wrong[0] });
      if (wrong[0] !== undefined) return { error: errors[wrong[0]] ?? '' };
      const made = await createPaymentMethod(access, card, place);
      if ('error' in made) showError(made.error);
      return made;
    },
    authenticate: async (clientSecret, paymentMethodId) => {
      const intent = await openIntent(access, clientSecret, paymentMethodId);
      if (!intent.ok) return intent.message;
      if (intent.body.status === 'requires_action')
        await new Promise<void>((resolve) => {
          closed.current = resolve;
          setPage(authenticationPage(access, clientSecret, location.origin));
        });
      return outcomeOf(access, clientSecret);
    },
  }));

  const fill = (number: string) => {
    form.clearErrors();
    form.reset({
      number,
      expiry: `12 / ${(today().year + 3) % 100}`,
      cvc: '123',
      name: form.getValues('name') || 'Test Person',
    });
  };
  const field = { form, disabled } as const;
  return (
    <div className={classes.card}>
      <section className={classes.sandbox} aria-label="Test cards">
        <p>Sandbox: no money moves</p>
        <ul>
          {TEST_CARDS.map(({ label, number }) => (
            <li key={label}>
              <Button kind="plain" type="button" disabled={disabled} onClick={() => fill(number)}>
                {label}
              </Button>
            </li>
          ))}
        </ul>
      </section>
      <CardField
        {...field}
        name="number"
        label="Card number"
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
        maxLength={23}
        format={formatCardNumber}
      />
      <div className={classes.pair}>
        <CardField
          {...field}
          name="expiry"
          label="Expiry"
          autoComplete="cc-exp"
          placeholder="MM / YY"
          maxLength={9}
          format={formatExpiry}
        />
        <CardField
          {...field}
          name="cvc"
          label="CVC"
          autoComplete="cc-csc"
          placeholder="123"
          maxLength={4}
          format={digitsOnly}
        />
      </div>
      <CardField {...field} name="name" label="Name on card" autoComplete="cc-name" maxLength={100} />
      {page !== null && <AuthenticationDialog src={page} origin={origin} onDone={endDialog} />}
    </div>
  );
}
