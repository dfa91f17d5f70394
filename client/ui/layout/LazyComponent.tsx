import { createElement, useEffect, useState, type ComponentType } from 'react';

interface LazyComponentProps<P extends object> {
  /** Declare it at module scope, so that it is stable. */
  readonly load: () => Promise<ComponentType<P>>;
  /** Nothing is loaded while this is 0 or false. */
  readonly enabled: number | boolean;
  readonly props: P;
}

/** A component loaded on demand. Failed code is requested again when `enabled` changes or the connection returns. */
export function LazyComponent<P extends object>({ load, enabled, props }: LazyComponentProps<P>) {
  const [part, setPart] = useState<ComponentType<P> | null>(null);
  const isLoaded = part !== null;
  useEffect(() => {
    if (isLoaded || !enabled) return;
    let cancelled = false;
    const request = async () => {
      const code = await load().catch(() => null);
      if (!cancelled && code !== null) setPart(() => code);
    };
    const retry = () => void request();
    retry();
    addEventListener('online', retry);
    return () => {
      cancelled = true;
      removeEventListener('online', retry);
    };
  }, [load, enabled, isLoaded]);
  return part !== null && createElement(part, props);
}
