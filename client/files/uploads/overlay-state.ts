import { useEffect, useSyncExternalStore } from 'react';

const NAME = 'talkback.uploads.minimised';

/** The session whose uploads stand on a screen of their own: the overlay need not show them again. */
let shownElsewhere: number | null = null;
const watchers = new Set<() => void>();

function tell(): void {
  for (const watch of watchers) watch();
}

function watch(run: () => void): () => void {
  watchers.add(run);
  return () => void watchers.delete(run);
}

/** Says that this session's uploads are on screen here, as long as it is. */
export function useShownHere(sessionId: number): void {
  useEffect(() => {
    shownElsewhere = sessionId;
    tell();
    return () => {
      if (shownElsewhere === sessionId) shownElsewhere = null;
      tell();
    };
  }, [sessionId]);
}

export function useShownElsewhere(): number | null {
  return useSyncExternalStore(watch, () => shownElsewhere);
}

function readMinimised(): boolean | null {
  try {
    const kept = localStorage.getItem(NAME);
    return kept === null ? null : kept === 'yes';
  } catch {
    return null;
  }
}

function writeMinimised(next: boolean): void {
  try {
    localStorage.setItem(NAME, next ? 'yes' : 'no');
  } catch {
    // It then opens as it does for everybody.
  }
  tell();
}

/** Whether the person made the overlay small; null when they never said. Kept in this browser. */
export function useMinimised(): [boolean | null, (minimised: boolean) => void] {
  return [useSyncExternalStore(watch, readMinimised), writeMinimised];
}
