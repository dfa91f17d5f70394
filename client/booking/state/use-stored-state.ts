import { type Dispatch, useLayoutEffect, useMemo, useReducer, useRef } from 'react';
import { type Draft, draftKey, EMPTY_DRAFT, readDraft } from '../hold/draft.ts';
import { type BookingState, bookingReducer, draftOf, initialState } from './booking-state.ts';
import type { BookingEvent } from './events.ts';

interface Stored {
  readonly state: BookingState;
  readonly draft: Draft;
  readonly dispatch: Dispatch<BookingEvent>;
}

/** The state of one booking. Every change of its draft is stored in the tab, so that a reload keeps it. */
export function useStoredState(personId: string, slug: string): Stored {
  const key = draftKey(personId, slug);
  const [state, dispatch] = useReducer(bookingReducer, key, (name) =>
    initialState(readDraft(storage()?.getItem(name) ?? null)),
  );
  const { choice, hold } = state;
  const draft = useMemo(() => draftOf(choice, hold.id), [choice, hold.id]);
  const stored = useRef(draft);
  useLayoutEffect(() => {
    if (stored.current === draft) return;
    stored.current = draft;
    store(key, draft);
  }, [key, draft]);
  return { state, draft, dispatch };
}

/** The tab's storage; null where the browser denies it. */
function storage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** Where storage is full or denied, the draft lasts as long as the page. */
function store(key: string, draft: Draft): void {
  const text = JSON.stringify(draft);
  try {
    if (text === JSON.stringify(EMPTY_DRAFT)) storage()?.removeItem(key);
    else storage()?.setItem(key, text);
  } catch {
    // The draft stays in memory.
  }
}
