import { createElement, useEffect, useState, type ComponentType } from 'react';

interface LazyComponentProps<P extends object> {
  /** Declare it at module scope, so that it is stable. */
  readonly load: () => Promise<ComponentType<P>>;
  /** Nothing is loaded while this is 0 or false. */
  readonly wanted: number | boolean;
  readonly props: P;
}

/** A component loaded on demand. Failed code is requested again when `wanted` changes or the connection returns. */
export function LazyComponent<P extends object>({ load, wanted, props }: LazyComponentProps<P>) {
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
