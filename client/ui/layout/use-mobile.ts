import { useSyncExternalStore } from 'react';

/** The phone's layout (docs/product/ui.md#phones). Stylesheets repeat the two conditions. */
const MOBILE = '(width < 767px), (aspect-ratio < 1/1)';

/** Whether the phone's layout applies. For what stylesheets cannot do. */
export function useMobile(): boolean {
  return useMediaQuery(MOBILE);
}

/** Whether a sidebar finds room beside a list. */
export function useSidebar(): boolean {
  return useMediaQuery('(width >= 949px) and (aspect-ratio >= 1/1)');
}

/** Whether two columns of cards find no room. */
export function useNarrow(): boolean {
  return useMediaQuery('(width < 640px)');
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
    () => false,
  );
}
