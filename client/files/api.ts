import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import {
  archiveLink,
  deleteFolder,
  deleteOutput,
  downloadLink,
  listFiles,
  waveform,
  type Folder,
} from '../../shared/files/contract.ts';
import { getLimitations } from '../../shared/content/contract.ts';
import { getSession, type Session } from '../../shared/sessions/contract.ts';
import { call } from '../app/api.ts';

/** The session whose files are shown, kept where My Sessions keeps it: what one screen knows the other shows. */
export const filesSessionQuery = (id: number) =>
  queryOptions({
    queryKey: ['sessions', id],
    queryFn: async ({ signal }) => (await call(getSession, { params: { id } }, { signal })).session,
    refetchInterval: 60_000,
    refetchOnWindowFocus: 'always',
    refetchOnMount: 'always',
  });

/** Keeps the session that a call about its files answered with, and asks again for all that shows sessions. */
export function useKeepFilesSession(): (session: Session) => void {
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

/** An outline is made once, soon after its file has arrived: it is asked for this often, this many times. */
const OUTLINE_MS = 2000;
const OUTLINE_TRIES = 10;

/** The outline of an audio file and its length (contract `waveform`). */
export const waveformQuery = (sessionId: number, fileId: string) =>
  queryOptions({
    queryKey: ['waveform', sessionId, fileId],
    queryFn: ({ signal }) =>
      call(waveform, { query: { session_id: sessionId, file_id: fileId } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'preparing' && state.dataUpdateCount < OUTLINE_TRIES ? OUTLINE_MS : false,
    // Once made it stays as it is.
    staleTime: ({ state }) => (state.data?.state === 'ready' ? Infinity : OUTLINE_MS),
  });

/** What people without a membership wait for, in the studio's words. */
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

/** A link to all files of a folder as one zip; null while it is being prepared. */
export async function linkOfArchive(sessionId: number, folder: Folder, signal: AbortSignal) {
  const body = { session_id: sessionId, folder };
  const { code, downloadUrl } = await call(archiveLink, { body }, { signal });
  return code === 'files-ready' ? downloadUrl : null;
}

/** Deletes all files of the caller's own folder; the answer is the session as it then stands. */
export async function emptyFolder(sessionId: number, folder: Folder): Promise<Session> {
  if (folder === 'output') return (await call(deleteOutput, { body: { session_id: sessionId } })).session;
  return (await call(deleteFolder, { body: { session_id: sessionId, folder } })).session;
}
