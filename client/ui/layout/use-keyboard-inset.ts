import { useSyncExternalStore } from 'react';

/** Pixels at the bottom that a phone's keyboard covers; 0 where the browser shrinks the page itself. */
export function useKeyboardInset(): number {
  return useSyncExternalStore(subscribe, coveredPixels);
}

function subscribe(changed: () => void): () => void {
  const viewport = window.visualViewport;
  viewport?.addEventListener('resize', changed);
  viewport?.addEventListener('scroll', changed);
  return () => {
    viewport?.removeEventListener('resize', changed);
    viewport?.removeEventListener('scroll', changed);
  };
}

function coveredPixels(): number {
  const viewport = window.visualViewport;
  // Zoom also shrinks the visual viewport.
  if (viewport === null || viewport.scale > 1.01) return 0;
  const covered = Math.round(window.innerHeight - viewport.height - viewport.offsetTop);
  return covered > 60 ? covered : 0;
}
