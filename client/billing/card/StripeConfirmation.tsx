import { loadStripe } from '@stripe/stripe-js/pure/index.js';
import { useEffect, useRef } from 'react';
import type { ConfirmationProps } from './BankConfirmation.tsx';
import { NOT_AUTHENTICATED, PROVIDER_UNREACHABLE } from './card-handle.ts';

/** Stripe's own dialog, above this page. */
export function StripeConfirmation({ publishableKey, clientSecret, onDone }: ConfirmationProps) {
  const begun = useRef('');
  useEffect(() => {
    // An effect may run twice; the bank asks once.
    if (begun.current === clientSecret) return;
    begun.current = clientSecret;
    confirm(publishableKey, clientSecret).then(onDone, () => onDone(PROVIDER_UNREACHABLE));
  }, [publishableKey, clientSecret, onDone]);
  return null;
}

async function confirm(publishableKey: string, clientSecret: string): Promise<string | null> {
  const stripe = await loadStripe(publishableKey);
  if (stripe === null) return PROVIDER_UNREACHABLE;
  const { error } = await stripe.handleNextAction({ clientSecret });
  return error === undefined ? null : (error.message ?? NOT_AUTHENTICATED);
}
