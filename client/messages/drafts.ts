import { useSyncExternalStore } from 'react';
import { newKey } from '../lib/new-key.ts';
import { markSent, markFailed, readDraft, send, type Draft, type PendingMessage } from './draft.ts';

const cache = new Map<string, Draft>();
const listeners = new Set<() => void>();

/** This tab's drafts by conversation, in memory and in sessionStorage. */
export const drafts = {
  write(threadId: string, text: string): void {
    change(threadId, (draft) => ({ ...draft, text }));
  },
  /** Moves the text to pending and returns the message to send. */
  send(threadId: string): PendingMessage {
    const { draft, sent } = send(draftOf(threadId), newKey);
    change(threadId, () => draft);
    return sent;
  },
  sent(threadId: string, key: string): void {
    change(threadId, (draft) => markSent(draft, key));
  },
  failed(threadId: string, key: string): void {
    change(threadId, (draft) => markFailed(draft, key));
  },
};

/** The draft of one conversation. */
export function useDraft(threadId: string): Draft {
  return useSyncExternalStore(subscribe, () => draftOf(threadId));
}

/** The pending messages; unlike the draft, unchanged by typing. */
export function usePending(threadId: string): readonly PendingMessage[] {
  return useSyncExternalStore(subscribe, () => draftOf(threadId).pending);
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

function draftOf(threadId: string): Draft {
  const cached = cache.get(threadId);
  if (cached !== undefined) return cached;
  const draft = readDraft(storage()?.getItem(keyOf(threadId)) ?? null);
  cache.set(threadId, draft);
  return draft;
}

function change(threadId: string, to: (draft: Draft) => Draft): void {
  const draft = to(draftOf(threadId));
  cache.set(threadId, draft);
  store(threadId, draft);
  for (const changed of listeners) changed();
}

/** Thread ids are unique to two people, so a key needs no person's id. */
const keyOf = (threadId: string) => `message:${threadId}`;

/** Where storage is full or denied, the draft lives as long as the page. */
function store(threadId: string, draft: Draft): void {
  try {
    const empty = draft.text === '' && draft.pending.length === 0;
    if (empty) storage()?.removeItem(keyOf(threadId));
    else storage()?.setItem(keyOf(threadId), JSON.stringify(draft));
  } catch {
    // The draft stays in memory.
  }
}

/** sessionStorage, or null where it is denied. */
function storage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
