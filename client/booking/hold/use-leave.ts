import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';

interface Leaving {
  /** Also asks before the tab is closed or reloaded, in the browser's own dialog. */
  readonly unload?: boolean;
}

/**
 * Asks before somebody leaves something to lose (a held time, unsaved changes), by the panel's close or the browser's
 * Back. `ask` resolves to true when they may go; `answer` is for the dialog that `asking` shows.
 */
export function useLeave(atStake: boolean | (() => boolean), { unload = false }: Leaving = {}) {
  const [asking, setAsking] = useState(false);
  const waiting = useRef<((go: boolean) => void) | null>(null);
  const mayGo = useRef(false);

  const isAtStake = () => (typeof atStake === 'boolean' ? atStake : atStake());
  const ask = async (): Promise<boolean> => {
    if (!isAtStake() || mayGo.current) return true;
    // Back, pressed again while the dialog is open, does not ask twice.
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
    enableBeforeUnload: () => unload && !mayGo.current && isAtStake(),
    disabled: atStake === false,
  });
  return { asking, ask, answer };
}
