import { useSyncExternalStore } from 'react';
import { newKey } from '../lib/new-key.ts';
import { arrived, failed, readDraft, send, type Draft, type Sent } from './draft.ts';

const kept = new Map<string, Draft>();
const listeners = new Set<() => void>();

/** The drafts of this tab by conversation: they survive the panel in memory and a reload in the tab's storage. */
export const drafts = {
  write(threadId: string, text: string): void {
    change(threadId, (draft) => ({ ...draft, text }));
  },
  /** Takes the text out of the box and gives what to send. */
  send(threadId: string): Sent {
    const { draft, sent } = send(draftOf(threadId), newKey);
    change(threadId, () => draft);
    return sent;
  },
  sent(threadId: string, key: string): void {
    change(threadId, (draft) => arrived(draft, key));
  },
  failed(threadId: string, key: string): void {
    change(threadId, (draft) => failed(draft, key));
  },
};

/** The draft of one conversation. */
export function useDraft(threadId: string): Draft {
  return useSyncExternalStore(subscribe, () => draftOf(threadId));
}

/** Only what is on its way: does not change with every letter written. */
export function usePending(threadId: string): readonly Sent[] {
  return useSyncExternalStore(subscribe, () => draftOf(threadId).pending);
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

function draftOf(threadId: string): Draft {
  const known = kept.get(threadId);
  if (known !== undefined) return known;
  const draft = readDraft(storage()?.getItem(keyOf(threadId)) ?? null);
  kept.set(threadId, draft);
  return draft;
}

function change(threadId: string, to: (draft: Draft) => Draft): void {
  const draft = to(draftOf(threadId));
  kept.set(threadId, draft);
  keep(threadId, draft);
  for (const changed of listeners) changed();
}

/** Only the two people of a conversation ever ask for its number. */
const keyOf = (threadId: string) => `message:${threadId}`;

/** A full storage is no reason to refuse what someone writes: the draft then lives as long as the page. */
function keep(threadId: string, draft: Draft): void {
  try {
    const empty = draft.text === '' && draft.pending.length === 0;
    if (empty) storage()?.removeItem(keyOf(threadId));
    else storage()?.setItem(keyOf(threadId), JSON.stringify(draft));
  } catch {
    // Nothing to do: see above.
  }
}

/** The tab's storage, where the browser lets us have it. */
function storage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
