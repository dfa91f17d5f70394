import { queryOptions } from '@tanstack/react-query';
import {
  archiveLink,
  deleteFolder,
  deleteOutput,
  downloadLink,
  listFiles,
  type Folder,
} from '../../shared/files/contract.ts';
import { getLimitations } from '../../shared/content/contract.ts';
import type { Session } from '../../shared/sessions/contract.ts';
import { call } from '../app/api.ts';

/** A folder's complete files and whether they may be downloaded now. */
export const filesQuery = (sessionId: number, folder: Folder) =>
  queryOptions({
    queryKey: ['files', sessionId, folder],
    queryFn: ({ signal }) => call(listFiles, { query: { session_id: sessionId, folder } }, { signal }),
    refetchOnWindowFocus: 'always',
    refetchInterval: 60_000,
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
