import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';

/**
 * Asks before someone leaves a booking whose time is still held, by the panel's close or the browser's Back.
 * `ask` gives true when they may go; `answer` is for the dialog that `asking` shows.
 */
export function useLeave(held: boolean) {
  const [asking, setAsking] = useState(false);
  const waiting = useRef<((go: boolean) => void) | null>(null);
  const mayGo = useRef(false);

  const ask = async (): Promise<boolean> => {
    if (!held || mayGo.current) return true;
    // The same Escape that closes the question reaches the panel too: it is not asked again.
    if (waiting.current !== null) return false;
    return new Promise((resolve) => {
      waiting.current = resolve;
      // A moment later: the Escape that closes the panel would at once answer the question that it asks.
      setTimeout(() => setAsking(true));
    });
  };

  const answer = (go: boolean) => {
    mayGo.current = go;
    waiting.current?.(go);
    setAsking(false);
    setTimeout(() => {
      waiting.current = null;
    });
  };

  useBlocker({
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await ask()),
    enableBeforeUnload: false,
    disabled: !held,
  });
  return { asking, ask, answer };
}
