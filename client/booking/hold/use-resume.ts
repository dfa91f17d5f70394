import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { draftQuery, sendDraft } from '../api.ts';
import { type Draft, mergeDrafts, type ServerDraft } from './draft.ts';

const SAVE_DELAY_MS = 800;

interface ResumeInput {
  readonly musicianId: string | undefined;
  /** This tab's hold. */
  readonly holdId: number | undefined;
  readonly draft: Draft;
  /** Called once with the draft to use and the server's own draft (null: none). */
  readonly onResume: (draft: Draft, server: ServerDraft | null) => void;
}

/**
 * Loads the server's draft once and merges it (docs/product/booking.md#draft). False until then; a draft that fails to
 * load counts as none.
 */
export function useResume({ musicianId, holdId, draft, onResume }: ResumeInput): boolean {
  const query = useQuery({ ...draftQuery(musicianId ?? ''), enabled: musicianId !== undefined });
  const [isResumed, setDone] = useState(false);
  const settled = query.isSuccess || query.isError;
  const resume = useEffectEvent(() => {
    const server = query.data ?? null;
    onResume(mergeDrafts(draft, server, holdId), server);
    setDone(true);
  });
  useEffect(() => {
    if (!settled) return;
    const timer = setTimeout(() => resume());
    return () => clearTimeout(timer);
  }, [settled]);
  return isResumed;
}

type Body = Parameters<typeof sendDraft>[0];

interface SaveInput {
  /** The draft to save; null while there is no hold. */
  readonly body: Body | null;
  /** Whether the draft has unsaved changes when the panel opens. */
  readonly unsaved: boolean;
  readonly onSaved: (at: string) => void;
}

/** Saves the draft SAVE_AFTER_MS after a change, and at once when the tab is hidden. Returns the function that saves now. */
export function useSaving({ body, unsaved, onSaved }: SaveInput): () => Promise<void> {
  const text = body === null ? null : JSON.stringify(body);
  const latest = useRef(text);
  const saved = useRef<string | null>(null);
  const save = async () => {
    if (body === null || text === saved.current) return;
    const previous = saved.current;
    saved.current = text;
    try {
      const at = await sendDraft(body);
      if (latest.current === text) onSaved(at);
    } catch {
      // The next change retries; sessionStorage has the draft meanwhile.
      if (saved.current === text) saved.current = previous;
    }
  };
  const trackInitial = useEffectEvent(() => {
    latest.current = text;
    if (saved.current === null && !unsaved) saved.current = text;
  });
  const saveNow = useEffectEvent(save);
  useEffect(() => {
    trackInitial();
    if (text === null) return;
    const timer = setTimeout(() => void saveNow(), SAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    const onVisibilityChange = () => {
      if (document.visibilityState === 'hidden') void saveNow();
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => document.removeEventListener('visibilitychange', onVisibilityChange);
  }, []);
  return save;
}
