import { useCallback, useState } from 'react';
import { type Draft, draftKey, EMPTY_DRAFT, readDraft } from './draft.ts';

/** The draft of one booking and the way to change it; every change is kept in the tab's storage. */
export function useDraft(personId: string, slug: string) {
  const key = draftKey(personId, slug);
  const [draft, setDraft] = useState(() => readDraft(storage()?.getItem(key) ?? null));

  const change = useCallback(
    (part: Partial<Draft>) => {
      setDraft((before) => {
        const next = { ...before, ...part };
        keep(key, JSON.stringify(next));
        return next;
      });
    },
    [key],
  );
  const clear = useCallback(() => {
    storage()?.removeItem(key);
    setDraft(EMPTY_DRAFT);
  }, [key]);
  return { draft, change, clear };
}

/** The tab's storage, where the browser lets us have it. */
function storage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** A full storage is no reason to fail a booking: the draft then lives as long as the page. */
function keep(key: string, text: string): void {
  try {
    storage()?.setItem(key, text);
  } catch {
    // Nothing to do: see above.
  }
}
