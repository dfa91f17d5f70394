import { lazy, Suspense } from 'react';
import type { CardAccess } from './CardForm.tsx';

// Together with the form: a chunk of their own would split what every screen shares.
const SandboxConfirmation = lazy(async () => ({
  default: (await import('./SandboxCardForm.tsx')).SandboxConfirmation,
}));
const StripeConfirmation = lazy(async () => ({
  default: (await import('./StripeCardForm.tsx')).StripeConfirmation,
}));

export interface ConfirmationProps {
  readonly publishableKey: string;
  /** Of the payment that waits. */
  readonly clientSecret: string;
  /** What came of it: null when the bank has confirmed, else why not. */
  readonly onDone: (failure: string | null) => void;
}

interface BankConfirmationProps extends Omit<ConfirmationProps, 'publishableKey'> {
  readonly access: CardAccess;
}

/** Has the bank confirm a payment with a card that the provider has already, in place. */
export function BankConfirmation({ access, ...rest }: BankConfirmationProps) {
  const { publishable_key: publishableKey, api_origin: origin } = access;
  return (
    <Suspense>
      {origin === null ? (
        <StripeConfirmation {...rest} publishableKey={publishableKey} />
      ) : (
        <SandboxConfirmation {...rest} publishableKey={publishableKey} origin={origin} />
      )}
    </Suspense>
  );
}
