import { useCallback, useEffect, useState } from 'react';

const scripts = new Map<string, Promise<void>>();

/** Loads a script once per page; after a failure the next call tries again. */
function loadScript(src: string): Promise<void> {
  const known = scripts.get(src);
  if (known !== undefined) return known;
  const load = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      scripts.delete(src);
      script.remove();
      reject(new Error(`${src} could not be loaded`));
    });
    document.head.append(script);
  });
  scripts.set(src, load);
  return load;
}

/** State of a provider's script, and a way to retry. */
export function useScript(src: string) {
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const awaitScript = useCallback(
    () =>
      loadScript(src).then(
        () => setState('ready'),
        () => setState('failed'),
      ),
    [src],
  );
  useEffect(() => void awaitScript(), [awaitScript]);
  const load = () => {
    setState('loading');
    void awaitScript();
  };
  return { state, load };
}
