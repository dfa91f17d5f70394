import { startTransition, useEffect, useState } from 'react';
import { untilIdle } from './when-idle.ts';

/** Whether the document was opened by a link, so that nobody is led back to where they had scrolled. */
let isFreshVisit =
  typeof performance !== 'undefined' &&
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'navigate');

interface Passes {
  /** The most entries that the window can show. */
  readonly inView: number;
  /** Those that are drawn at once where somebody may be led back to where they had scrolled. */
  readonly atOnce: number;
  /** The least that are added in one pass. */
  readonly step: number;
}

/** How many of a list's entries are drawn: those in view at first, then some more whenever the browser rests. Entries are memoized. */
export function useShownCount(total: number, { inView, atOnce, step }: Passes): number {
  const [count, setCount] = useState(isFreshVisit ? inView : atOnce);
  const isWhole = count >= total;
  useEffect(() => {
    isFreshVisit = false;
    if (isWhole) return undefined;
    const ended = new AbortController();
    const addSome = async () => {
      await untilIdle(ended.signal);
      if (!ended.signal.aborted)
        startTransition(() => setCount(count + Math.max(step, Math.ceil(count / 2))));
    };
    void addSome();
    return () => ended.abort();
  }, [isWhole, count, step]);
  return isWhole ? total : count;
}
