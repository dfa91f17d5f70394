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
    // Back, pressed again while the question stands, does not ask it twice.
    if (waiting.current !== null) return false;
    return new Promise((resolve) => {
      waiting.current = resolve;
      setAsking(true);
    });
  };

  const answer = (go: boolean) => {
    mayGo.current = go;
    waiting.current?.(go);
    waiting.current = null;
    setAsking(false);
  };

  useBlocker({
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await ask()),
    enableBeforeUnload: false,
    disabled: !held,
  });
  return { asking, ask, answer };
}
