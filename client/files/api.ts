import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import {
  archiveLink,
  deleteFolder,
  deleteOutput,
  downloadLink,
  listFiles,
  waveform,
} from '#shared/files/calls.ts';
import type { Folder } from '#shared/files/contract.ts';
import { getLimitations } from '#shared/content/calls.ts';
import { getSession } from '#shared/sessions/calls.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { call } from '../lib/api.ts';

/** The session whose files are shown; shares its cache entry with My Sessions. */
export const filesSessionQuery = (id: number) =>
  queryOptions({
    queryKey: ['sessions', id],
    queryFn: async ({ signal }) => (await call(getSession, { params: { id } }, { signal })).session,
    refetchInterval: 60_000,
    refetchOnWindowFocus: 'always',
    refetchOnMount: 'always',
  });

/** Caches the session that a call about its files returned, and refetches everything that shows sessions. */
export function useCacheFilesSession(): (session: Session) => void {
  const queryClient = useQueryClient();
  return useCallback(
    (session) => {
      queryClient.setQueryData(filesSessionQuery(session.id).queryKey, session);
      void queryClient.invalidateQueries({ queryKey: ['sessions'] });
    },
    [queryClient],
  );
}

/** A folder's complete files and whether they may be downloaded now. */
export const filesQuery = (sessionId: number, folder: Folder) =>
  queryOptions({
    queryKey: ['files', sessionId, folder],
    queryFn: ({ signal }) => call(listFiles, { query: { session_id: sessionId, folder } }, { signal }),
    refetchOnWindowFocus: 'always',
    refetchInterval: 60_000,
  });

/** Waveforms are made shortly after upload: polling interval in milliseconds, and number of polls. */
const WAVEFORM_POLL_MS = 2000;
const WAVEFORM_POLLS = 10;

/** The waveform of an audio file and its length. */
export const waveformQuery = (sessionId: number, fileId: string) =>
  queryOptions({
    queryKey: ['waveform', sessionId, fileId],
    queryFn: ({ signal }) =>
      call(waveform, { query: { session_id: sessionId, file_id: fileId } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'preparing' && state.dataUpdateCount < WAVEFORM_POLLS ? WAVEFORM_POLL_MS : false,
    // A finished waveform never changes.
    staleTime: ({ state }) => (state.data?.state === 'ready' ? Infinity : WAVEFORM_POLL_MS),
  });

/** The operator's texts about limits of people without a membership. */
export const limitationsQuery = queryOptions({
  queryKey: ['limitations'],
  queryFn: async ({ signal }) => (await call(getLimitations, {}, { signal })).limitations,
  staleTime: 3_600_000,
});

/** A short-lived link to one file. */
export async function linkOfFile(sessionId: number, folder: Folder, path: string): Promise<string> {
  const query = { session_id: sessionId, folder, path };
  return (await call(downloadLink, { query })).downloadUrl;
}

/** The link to a folder as one zip; null while it is being prepared. */
export async function linkOfArchive(sessionId: number, folder: Folder, signal: AbortSignal) {
  const body = { session_id: sessionId, folder };
  const { code, downloadUrl } = await call(archiveLink, { body }, { signal });
  return code === 'files-ready' ? downloadUrl : null;
}

/** Deletes all files of the caller's own folder; returns the updated session. */
export async function emptyFolder(sessionId: number, folder: Folder): Promise<Session> {
  if (folder === 'output') return (await call(deleteOutput, { body: { session_id: sessionId } })).session;
  return (await call(deleteFolder, { body: { session_id: sessionId, folder } })).session;
}
