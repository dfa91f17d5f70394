import { useSyncExternalStore } from 'react';
import {
  cancelUploads,
  filesInfo,
  openUploads,
  signUpload,
  uploadLink,
} from '../../../shared/files/contract.ts';
import { getSession } from '../../../shared/sessions/contract.ts';
import { call, ProblemError } from '../../app/api.ts';
import { serverNow } from '../../app/clock.ts';
import { wordsOf } from '../../app/problem-words.ts';
import { claims } from './upload-claims.ts';
import { makeMemory } from './upload-memory.ts';
import type { UploadFailure, UploadGroup } from './upload-ports.ts';
import { makeUploads } from './uploads.ts';

const REPAINT_MS = 80;

/** What an error of a call, of storage or of the network says. What is none of them is nobody's absence. */
function failureOf(error: unknown): UploadFailure {
  if (error instanceof ProblemError)
    return { status: error.problem.status || null, words: error.problem.detail };
  const { status, code } = (error ?? {}) as { status?: unknown; code?: unknown };
  if (typeof status === 'number') return { status, words: null };
  // Uppy's mark of a network that is away; a TypeError is code that could not be loaded.
  return { status: code === 'NETWORK' || error instanceof TypeError ? null : 500, words: null };
}

/** This browser tab's uploads. What sends them is loaded with the first file. */
export const uploads = makeUploads({
  transport: async (events) => (await import('./transport.ts')).makeTransport(events, failureOf),
  link: async (sessionId, files) => (await call(uploadLink, { body: { session_id: sessionId, files } })).urls,
  sign: async (sessionId, request) =>
    (await call(signUpload, { body: { session_id: sessionId, ...request } })).url,
  open: async (sessionId) => (await call(openUploads, { query: { session_id: sessionId } })).uploads,
  giveUp: (sessionId, keys) => call(cancelUploads, { body: { session_id: sessionId, keys: [...keys] } }),
  session: async (id) => (await call(getSession, { params: { id } })).session,
  report: async ({ id, end_date }) => {
    const past = serverNow() >= Date.parse(end_date);
    const status = past ? 'session-files-uploaded' : 'presession-uploaded';
    return (await call(filesInfo, { body: { session_id: id, files_info: { status } } })).session;
  },
  failure: failureOf,
  words: wordsOf,
  memory: makeMemory(() => localStorage),
  claims,
  clock: () => performance.now(),
  later: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  soon: (run) => void setTimeout(run, REPAINT_MS),
});

globalThis.addEventListener('online', () => uploads.wake());

/** All uploads, as they stand. */
export function useUploads(): readonly UploadGroup[] {
  return useSyncExternalStore(uploads.watch, uploads.groups);
}
