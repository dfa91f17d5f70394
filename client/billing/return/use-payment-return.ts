import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Me } from '#shared/me/contract.ts';
import { readPaymentReturn, readPaypal } from './payment-return.ts';
import type { PaypalReturn } from './paypal-return.ts';
import { setReturnPath } from './return-path.ts';
import { readTrip } from './trip.ts';

/** A return that is being followed. */
export interface PaymentReturnState {
  /** Of the address; null after the provider's page for the payment method, and where nothing was approved at PayPal. */
  readonly values: Readonly<Record<string, string>> | null;
  /** What PayPal led back from. */
  readonly paypal: PaypalReturn | null;
  /** Changes with each return. */
  readonly id: string;
}

/** The return from a payment that this screen's address or this tab's storage tells of; null for none. */
export function usePaymentReturn(
  me: Pick<Me, 'id' | 'role'>,
): readonly [PaymentReturnState | null, () => void] {
  const location = useLocation();
  const isClient = me.role === 'client';
  const [state, setState] = useState<PaymentReturnState | null>(() =>
    isClient && readTrip(me.id)?.kind === 'portal' ? { values: null, paypal: null, id: 'portal' } : null,
  );
  const values = isClient ? readPaymentReturn(location) : null;
  const named = isClient ? readPaypal(location) : null;
  // Other addresses have a `token`, too.
  const isOther = named?.kind === 'order' && values === null && readTrip(me.id)?.kind !== 'purchase';
  const paypal = isOther ? null : named;
  const id = location.href;
  if ((values !== null || paypal !== null) && state?.id !== id) setState({ values, paypal, id });
  const { pathname } = location;
  const isReturn = values !== null;
  useEffect(() => {
    if (isReturn) setReturnPath(pathname);
  }, [isReturn, pathname]);
  return [state, () => setState(null)];
}
