import { useSyncExternalStore } from 'react';

/** The panels and modals that are open, the topmost last. */
let open: readonly HTMLElement[] = [];
const watchers = new Set<() => void>();

function change(next: readonly HTMLElement[]): void {
  open = next;
  for (const watch of watchers) watch();
}

/** The ref of a layer's content: says that it is open while it is there. */
export function layer(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined;
  change([...open, element]);
  return () => change(open.filter((one) => one !== element));
}

/** The topmost open layer, null where there is none: what floats over all of it has its place inside, or no key would reach it. */
export function useTopLayer(): HTMLElement | null {
  return useSyncExternalStore(
    (changed) => {
      watchers.add(changed);
      return () => void watchers.delete(changed);
    },
    () => open.at(-1) ?? null,
  );
}
