import { useState } from 'react';

const KEY = 'talkback.dismissed';
/** The oldest are forgotten first. */
const MOST = 50;

/** The ids of announcements that were put away in this browser, newest last. */
export function readDismissed(stored: string | null): string[] {
  try {
    const ids: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** What was put away in this browser, and how to put one more away. A closed storage keeps it for this page only. */
export function useDismissed() {
  const [dismissed, setDismissed] = useState(() => {
    try {
      return readDismissed(localStorage.getItem(KEY));
    } catch {
      return [];
    }
  });
  const dismiss = (id: string) => {
    const next = [...dismissed.filter((one) => one !== id), id].slice(-MOST);
    setDismissed(next);
    // The button is gone; the keyboard goes on in the content.
    document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // It comes back with the next page.
    }
  };
  return { dismissed, dismiss };
}
