import { useEffect, useState, type ComponentType } from 'react';

/**
 * A part whose code comes once it is wanted; null until then. A lost connection must not take the screen along: code that
 * does not come is asked for again when `wanted` changes, and when the connection is back.
 */
export function useLater<P>(load: () => Promise<ComponentType<P>>, wanted: unknown): ComponentType<P> | null {
  const [part, setPart] = useState<ComponentType<P> | null>(null);
  const isThere = part !== null;
  useEffect(() => {
    if (isThere || !wanted) return;
    let over = false;
    const ask = () =>
      void load().then(
        (code) => {
          if (!over) setPart(() => code);
        },
        () => {},
      );
    ask();
    addEventListener('online', ask);
    return () => {
      over = true;
      removeEventListener('online', ask);
    };
  }, [load, wanted, isThere]);
  return part;
}
