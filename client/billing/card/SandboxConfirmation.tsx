import { useCallback } from 'react';
import { AuthenticationDialog } from './AuthenticationDialog.tsx';
import type { ConfirmationProps } from './BankConfirmation.tsx';
import { authenticationPage, outcomeOf } from './sandbox-provider.ts';

interface SandboxConfirmationProps extends ConfirmationProps {
  /** The origin of the sandbox. */
  readonly origin: string;
}

/** The sandbox's own bank. */
export function SandboxConfirmation({
  publishableKey: key,
  clientSecret,
  origin,
  onDone,
}: SandboxConfirmationProps) {
  const end = useCallback(() => {
    void outcomeOf({ origin, key }, clientSecret).then(onDone);
  }, [origin, key, clientSecret, onDone]);
  const src = authenticationPage({ origin, key }, clientSecret, location.origin);
  return <AuthenticationDialog src={src} origin={origin} onDone={end} />;
}
