import { useEffect, useState } from 'react';

/**
 * Leaves for another site: `leave(url)`. True from then on, so that buttons stay busy; false again when the browser's
 * Back restores this page.
 */
export function useLeaving(): readonly [boolean, (url: string) => void] {
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) setLeaving(false);
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, []);
  const leave = (url: string) => {
    setLeaving(true);
    globalThis.location.assign(url);
  };
  return [leaving, leave];
}
