import { lazy, Suspense, type ComponentProps } from 'react';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';

const Payment = lazy(async () => ({ default: (await import('./Payment.tsx')).Payment }));

/** The payment of an offer; its code comes once somebody pays. */
export function PaymentStep(props: ComponentProps<typeof Payment>) {
  return (
    <Suspense fallback={<RowsSkeleton what="the payment" count={3} />}>
      <Payment {...props} />
    </Suspense>
  );
}
