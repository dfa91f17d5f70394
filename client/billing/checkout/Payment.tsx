import { useQuery } from '@tanstack/react-query';
import { QueryView } from '../../lib/QueryView.tsx';
import { paymentConfigQuery } from '../area-api.ts';
import { CardSkeleton } from '../card/CardForm.tsx';
import type { ChosenOffer } from './chosen-offer.ts';
import { NoPayments } from './NoPayments.tsx';
import { PaymentForm } from './PaymentForm.tsx';

interface PaymentProps {
  readonly offer: ChosenOffer;
  /** 'CHANGE PLAN'. */
  readonly onChange: () => void;
}

/** Pays for a chosen offer (docs/product/buying.md#paying). */
export function Payment({ offer, onChange }: PaymentProps) {
  const config = useQuery(paymentConfigQuery);
  return (
    <QueryView query={config} loading={<CardSkeleton />}>
      {({ stripe }) =>
        stripe === null ? (
          <NoPayments />
        ) : (
          <PaymentForm key={offer.id} offer={offer} access={stripe} onChange={onChange} />
        )
      }
    </QueryView>
  );
}
