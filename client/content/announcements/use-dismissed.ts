import { useState } from 'react';

const KEY = 'talkback.dismissed';
/** Beyond this number the oldest are dropped. */
const MAX_STORED = 50;

/** Ids of dismissed announcements in this browser, newest last. */
export function readDismissed(stored: string | null): string[] {
  try {
    const ids: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Ids dismissed in this browser, and how to dismiss another. Without storage they last as long as the page. */
export function useDismissed() {
  const [dismissed, setDismissed] = useState(() => {
    try {
      return readDismissed(localStorage.getItem(KEY));
    } catch {
      return [];
    }
  });
  const dismiss = (id: string) => {
    const next = [...dismissed.filter((one) => one !== id), id].slice(-MAX_STORED);
    setDismissed(next);
    // The focused button disappears, so the focus moves to the content.
    document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // Not stored: it is shown again after a reload.
    }
  };
  return { dismissed, dismiss };
}
