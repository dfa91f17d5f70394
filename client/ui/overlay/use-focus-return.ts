import { useEffect, useRef } from 'react';

/** On unmount, returns the focus to what had it before, else to the main part. */
export function useFocusReturn(): void {
  const previous = useRef<HTMLElement | null>(null);
  previous.current ??= document.activeElement instanceof HTMLElement ? document.activeElement : null;
  useEffect(
    () => () => {
      const opener = previous.current;
      // Next tick: the focus trap releases the focus while unmounting.
      setTimeout(() => {
        const lost = document.activeElement === null || document.activeElement === document.body;
        // A layer opened by its address has no opener, and a card may be gone meanwhile.
        const canFocus = opener !== document.body && opener?.isConnected === true;
        const target = canFocus ? opener : document.querySelector('main');
        if (lost) target?.focus({ preventScroll: true });
      });
    },
    [],
  );
}
