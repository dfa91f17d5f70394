import { useSyncExternalStore } from 'react';

/**
 * The phone's layout: "below 767 px width, or when width is below height" (part 1 section 2, part 2 section 9).
 * Stylesheets write the same two conditions.
 */
const MOBILE = '(width < 767px), (aspect-ratio < 1/1)';

/** Whether the phone's layout applies now. Use it for what stylesheets cannot do: other content, other behaviour. */
export function useMobile(): boolean {
  return useMediaQuery(MOBILE);
}

/** Whether the person asked their system for less motion. */
export function useReducedMotion(): boolean {
  return useMediaQuery('(prefers-reduced-motion: reduce)');
}

function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}
