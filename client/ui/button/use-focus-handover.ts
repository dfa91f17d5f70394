import { useLayoutEffect, useRef, type RefObject } from 'react';

/** A button that disappears with the focus hands it to the first control beside it. Give it the returned ref. */
export function useFocusHandover(): RefObject<HTMLButtonElement | null> {
  const ref = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const button = ref.current;
    const place = button?.parentElement ?? null;
    return () => {
      if (button === null || document.activeElement !== button) return;
      // Next tick: it is still there.
      setTimeout(() => {
        const next = place?.querySelector<HTMLElement>('a[href], button:not(:disabled)');
        (next ?? document.querySelector('main'))?.focus({ preventScroll: true });
      });
    };
  }, []);
  return ref;
}
