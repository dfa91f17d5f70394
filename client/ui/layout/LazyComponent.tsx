import { createElement, useEffect, useState, type ComponentType } from 'react';

interface LaterProps<P extends object> {
  /** Declared outside of any component, so that it stays the same. */
  readonly load: () => Promise<ComponentType<P>>;
  /** Nothing is asked for while this is 0 or false. */
  readonly wanted: number | boolean;
  readonly props: P;
}

/**
 * A part whose code comes once it is wanted; nothing until then. A lost connection must not take the screen along: code that
 * does not come is asked for again when `wanted` changes, and when the connection is back.
 */
export function Later<P extends object>({ load, wanted, props }: LaterProps<P>) {
  const [part, setPart] = useState<ComponentType<P> | null>(null);
  const isThere = part !== null;
  useEffect(() => {
    if (isThere || !wanted) return;
    let over = false;
    const ask = async () => {
      const code = await load().catch(() => null);
      if (!over && code !== null) setPart(() => code);
    };
    const again = () => void ask();
    again();
    addEventListener('online', again);
    return () => {
      over = true;
      removeEventListener('online', again);
    };
  }, [load, wanted, isThere]);
  return part !== null && createElement(part, props);
}
