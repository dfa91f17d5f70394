import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';

interface Leaving {
  /** Also before the tab is closed or loaded anew, in the browser's own words. */
  readonly unload?: boolean;
}

/**
 * Asks before someone leaves what they would lose (a held time, unsaved words), by the panel's close or the browser's
 * Back. `atStake` is asked at that moment. `ask` gives true when they may go; `answer` is for the dialog that `asking` shows.
 */
export function useLeave(atStake: boolean | (() => boolean), { unload = false }: Leaving = {}) {
  const [asking, setAsking] = useState(false);
  const waiting = useRef<((go: boolean) => void) | null>(null);
  const mayGo = useRef(false);

  const isAtStake = () => (typeof atStake === 'boolean' ? atStake : atStake());
  const ask = async (): Promise<boolean> => {
    if (!isAtStake() || mayGo.current) return true;
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
    enableBeforeUnload: () => unload && !mayGo.current && isAtStake(),
    disabled: atStake === false,
  });
  return { asking, ask, answer };
}
