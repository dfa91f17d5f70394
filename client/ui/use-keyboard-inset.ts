import { useSyncExternalStore } from 'react';

/**
 * How many pixels of the page's foot a phone's keyboard covers now; 0 where the browser makes the page smaller itself,
 * and everywhere without such a keyboard.
 */
export function useKeyboardInset(): number {
  return useSyncExternalStore(subscribe, coveredPixels);
}

function subscribe(changed: () => void): () => void {
  const seen = window.visualViewport;
  seen?.addEventListener('resize', changed);
  seen?.addEventListener('scroll', changed);
  return () => {
    seen?.removeEventListener('resize', changed);
    seen?.removeEventListener('scroll', changed);
  };
}

function coveredPixels(): number {
  const seen = window.visualViewport;
  // Whoever zooms in sees less of the page without any keyboard.
  if (seen === null || seen.scale > 1.01) return 0;
  const covered = Math.round(window.innerHeight - seen.height - seen.offsetTop);
  return covered > 60 ? covered : 0;
}
