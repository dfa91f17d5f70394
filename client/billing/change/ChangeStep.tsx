import { lazy, Suspense, type ComponentProps } from 'react';
import { BreakdownSkeleton } from '../checkout/Breakdown.tsx';

const ChangePlan = lazy(async () => ({ default: (await import('./ChangePlan.tsx')).ChangePlan }));

/** A change of plan; its code comes once somebody changes. */
export function ChangeStep(props: ComponentProps<typeof ChangePlan>) {
  return (
    <Suspense fallback={<BreakdownSkeleton />}>
      <ChangePlan {...props} />
    </Suspense>
  );
}
