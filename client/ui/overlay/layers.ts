import { useSyncExternalStore } from 'react';

/** Open panels and modals, the topmost last. */
let open: readonly HTMLElement[] = [];
const subscribers = new Set<() => void>();

function change(next: readonly HTMLElement[]): void {
  open = next;
  for (const subscriber of subscribers) subscriber();
}

/** Ref callback of a layer's content; registers it while mounted. */
export function layer(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined;
  change([...open, element]);
  return () => change(open.filter((one) => one !== element));
}

/** The topmost open layer, or null. Floating parts go inside it, or its focus trap would keep the keyboard out. */
export function useTopLayer(): HTMLElement | null {
  return useSyncExternalStore(
    (changed) => {
      subscribers.add(changed);
      return () => void subscribers.delete(changed);
    },
    () => open.at(-1) ?? null,
  );
}
