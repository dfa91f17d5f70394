import { useEffect, useEffectEvent } from 'react';
import type { Provider } from '#shared/billing/rules-provider.ts';

/** Tells of a method that is not the `known` one: the address keeps it, so that a reload has it. */
export function useChosenMethod(
  chosen: Provider,
  known: unknown,
  onMethod: ((method: Provider) => void) | undefined,
): void {
  const tell = useEffectEvent((method: Provider) => {
    if (method !== known) onMethod?.(method);
  });
  useEffect(() => tell(chosen), [chosen]);
}
