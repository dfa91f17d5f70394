import { createElement, useEffect, useState, type ComponentType } from 'react';

interface LazyComponentProps<P extends object> {
  /** Declare it at module scope, so that it is stable. */
  readonly load: () => Promise<ComponentType<P>>;
  /** Nothing is loaded while this is 0 or false. */
  readonly enabled: number | boolean;
  readonly props: P;
}

/** What was loaded before, so that it is drawn at once when it is mounted again. */
const loaded = new WeakMap<() => Promise<unknown>, unknown>();

/** A component loaded on demand. Failed code is requested again when `enabled` changes or the connection returns. */
export function LazyComponent<P extends object>({ load, enabled, props }: LazyComponentProps<P>) {
  const [part, setPart] = useState(() =>
    enabled ? ((loaded.get(load) as ComponentType<P> | undefined) ?? null) : null,
  );
  const isLoaded = part !== null;
  useEffect(() => {
    if (isLoaded || !enabled) return;
    let cancelled = false;
    const request = async () => {
      const code = await load().catch(() => null);
      if (code === null) return;
      loaded.set(load, code);
      if (!cancelled) setPart(() => code);
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
