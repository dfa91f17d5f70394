import { useCallback, useEffect, useState } from 'react';

const loads = new Map<string, Promise<void>>();

/** Loads a script once per page; after a failure the next call tries again. */
function loadScript(src: string): Promise<void> {
  const known = loads.get(src);
  if (known !== undefined) return known;
  const load = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      loads.delete(src);
      script.remove();
      reject(new Error(`${src} could not be loaded`));
    });
    document.head.append(script);
  });
  loads.set(src, load);
  return load;
}

/** State of a provider's script, and a way to retry. */
export function useScript(src: string) {
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const follow = useCallback(
    () =>
      loadScript(src).then(
        () => setState('ready'),
        () => setState('failed'),
      ),
    [src],
  );
  useEffect(() => void follow(), [follow]);
  const load = () => {
    setState('loading');
    void follow();
  };
  return { state, load };
}
