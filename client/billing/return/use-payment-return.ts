import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Me } from '#shared/me/contract.ts';
import { readPaymentReturn } from './payment-return.ts';
import { setReturnPath } from './return-path.ts';
import { readTrip } from './trip.ts';

/** A return that is being followed. */
export interface PaymentReturnState {
  /** Of the address; null after the provider's page for the payment method. */
  readonly values: Readonly<Record<string, string>> | null;
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
    isClient && readTrip(me.id)?.kind === 'portal' ? { values: null, id: 'portal' } : null,
  );
  const values = isClient ? readPaymentReturn(location) : null;
  const id = location.href;
  if (values !== null && state?.id !== id) setState({ values, id });
  const { pathname } = location;
  const isReturn = values !== null;
  useEffect(() => {
    if (isReturn) setReturnPath(pathname);
  }, [isReturn, pathname]);
  return [state, () => setState(null)];
}
