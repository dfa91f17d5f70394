import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Provider } from '#shared/billing/rules-provider.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { paymentConfigQuery } from '../area-api.ts';
import { CardSkeleton } from '../card/CardSkeleton.tsx';
import { usePaymentMethods } from '../method/use-payment-methods.ts';
import { hasLiveSubscription, type ChosenOffer } from './chosen-offer.ts';
import { NoPayments } from './NoPayments.tsx';
import { PaymentForm } from './PaymentForm.tsx';

interface PaymentProps {
  readonly offer: ChosenOffer;
  /** How it is paid, if that was chosen before. */
  readonly method?: unknown;
  /** Another one is chosen; where it is absent this tab alone keeps it. */
  readonly onMethod?: (method: Provider) => void;
  /** 'CHANGE PLAN'. */
  readonly onChange: () => void;
}

/** Pays for a chosen offer (docs/product/buying.md#paying). */
export function Payment({ offer, method, onMethod, onChange }: PaymentProps) {
  const me = useMe();
  const config = useQuery(paymentConfigQuery);
  const methods = usePaymentMethods() ?? [];
  // As it was before: a payment makes a subscription run.
  const [live] = useState(
    offer.kind === 'plan' && hasLiveSubscription(me) ? me.subscription.paymentsProvider : null,
  );
  // Over a running one nothing is chosen: its provider goes on with it.
  const possible = methods.filter((one) =>
    live === null ? one === 'stripe' || offer.hasPaypal : one === live,
  );
  return (
    <QueryView query={config} loading={<CardSkeleton />}>
      {({ stripe }) =>
        possible.length === 0 ? (
          <NoPayments />
        ) : (
          <PaymentForm
            key={offer.id}
            offer={offer}
            access={stripe}
            methods={possible}
            method={method}
            {...(onMethod && { onMethod })}
            onChange={onChange}
          />
        )
      }
    </QueryView>
  );
}
