import { useLayoutEffect, useRef } from 'react';

/** Opens what is closed, also what comes later: nothing in a preview can be pressed. */
export function useOpenAnswers() {
  const stage = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = stage.current;
    if (element === null) return undefined;
    const open = () => {
      for (const closed of element.querySelectorAll<HTMLDetailsElement>('details:not([open])'))
        closed.open = true;
    };
    const observer = new MutationObserver(open);
    observer.observe(element, { childList: true, subtree: true });
    open();
    return () => observer.disconnect();
  }, []);
  return stage;
}
