import { useEffect, useRef } from 'react';

/** Gives the focus back to what had it before, else to the page's main part, also when the browser's Back closes the layer. */
export function useFocusReturn(): void {
  const before = useRef<HTMLElement | null>(null);
  before.current ??= document.activeElement instanceof HTMLElement ? document.activeElement : null;
  useEffect(
    () => () => {
      const opener = before.current;
      // A tick later: the trap inside the layer lets go of the focus as it leaves.
      setTimeout(() => {
        const lost = document.activeElement === null || document.activeElement === document.body;
        // What was opened by its address has no opener, and a card may have moved to another tab meanwhile.
        const isThere = opener !== document.body && opener?.isConnected === true;
        const place = isThere ? opener : document.querySelector('main');
        if (lost) place?.focus({ preventScroll: true });
      });
    },
    [],
  );
}
