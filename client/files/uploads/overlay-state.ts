import { useEffect, useSyncExternalStore } from 'react';

const NAME = 'talkback.uploads.minimised';

/** The session whose uploads a screen shows itself, so that the overlay leaves them out. */
let shownSessionId: number | null = null;
const watchers = new Set<() => void>();

function notify(): void {
  for (const watch of watchers) watch();
}

function watch(run: () => void): () => void {
  watchers.add(run);
  return () => void watchers.delete(run);
}

/** Registers this session's uploads as shown while the component is mounted. */
export function useMarkShown(sessionId: number): void {
  useEffect(() => {
    shownSessionId = sessionId;
    notify();
    return () => {
      if (shownSessionId === sessionId) shownSessionId = null;
      notify();
    };
  }, [sessionId]);
}

export function useShownSession(): number | null {
  return useSyncExternalStore(watch, () => shownSessionId);
}

function readMinimized(): boolean | null {
  try {
    const stored = localStorage.getItem(NAME);
    return stored === null ? null : stored === 'yes';
  } catch {
    return null;
  }
}

function writeMinimized(next: boolean): void {
  try {
    localStorage.setItem(NAME, next ? 'yes' : 'no');
  } catch {
    // It then opens in its default state.
  }
  notify();
}

/** Whether the person minimized the overlay, stored in this browser; null without a choice. */
export function useMinimized(): [boolean | null, (minimized: boolean) => void] {
  return [useSyncExternalStore(watch, readMinimized), writeMinimized];
}
