import { useQuery } from '@tanstack/react-query';
import { paymentMethods } from '#shared/billing/rules-buying.ts';
import type { Provider } from '#shared/billing/rules-provider.ts';
import { useFlag } from '../../lib/flags.ts';
import { paymentConfigQuery } from '../area-api.ts';

/** How one can pay in this studio, the card first; undefined while that is not known. */
export function usePaymentMethods(): readonly Provider[] | undefined {
  const config = useQuery(paymentConfigQuery).data;
  const isPaypalOn = useFlag('paypal-payments');
  return config && paymentMethods(config, isPaypalOn);
}
