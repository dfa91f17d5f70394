import { useSyncExternalStore } from 'react';
import { cancelUploads, filesInfo, openUploads, signUpload, uploadLink } from '#shared/files/calls.ts';
import { getSession } from '#shared/sessions/calls.ts';
import { call } from '../../../lib/api.ts';
import { serverNow } from '../../../lib/clock.ts';
import { errorMessage } from '../../../lib/error-message.ts';
import { claims } from './claims.ts';
import { createUploadMemory } from './memory.ts';
import { failureOf } from './failure-of.ts';
import type { UploadGroup } from './ports.ts';
import { createUploads } from './uploads.ts';

const REPAINT_MS = 80;

/** This browser tab's uploads. The transport is loaded with the first file. */
export const uploads = createUploads({
  transport: async (events) => (await import('./transport.ts')).createTransport(events, failureOf),
  link: async (sessionId, files) => (await call(uploadLink, { body: { session_id: sessionId, files } })).urls,
  sign: async (sessionId, request) =>
    (await call(signUpload, { body: { session_id: sessionId, ...request } })).url,
  open: async (sessionId) => (await call(openUploads, { query: { session_id: sessionId } })).uploads,
  giveUp: (sessionId, keys) => call(cancelUploads, { body: { session_id: sessionId, keys: [...keys] } }),
  session: async (id) => (await call(getSession, { params: { id } })).session,
  report: async ({ id, end_date }, some) => {
    const past = serverNow() >= Date.parse(end_date);
    const status = past ? 'session-files-uploaded' : 'presession-uploaded';
    const partial = { keys: some && [...some.keys], more: some && true };
    return (await call(filesInfo, { body: { session_id: id, files_info: { status, ...partial } } })).session;
  },
  failure: failureOf,
  errorMessage: errorMessage,
  memory: createUploadMemory(() => localStorage),
  claims,
  clock: () => performance.now(),
  later: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  soon: (run) => void setTimeout(run, REPAINT_MS),
});

globalThis.addEventListener('online', () => uploads.retryNow());

/** All uploads; the component rerenders when they change. */
export function useUploads(): readonly UploadGroup[] {
  return useSyncExternalStore(uploads.subscribe, uploads.groups);
}
