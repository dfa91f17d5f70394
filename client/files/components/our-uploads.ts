import { useSyncExternalStore } from 'react';
import { filesInfo, uploadLink } from '../../../shared/files/contract.ts';
import { call } from '../../app/api.ts';
import { serverNow } from '../../app/clock.ts';
import { wordsOf } from '../../app/problem-words.ts';
import type { UploadGroup } from './upload-ports.ts';
import { makeUploads } from './uploads.ts';

const REPAINT_MS = 80;

/** This browser tab's uploads. What sends them is loaded with the first file. */
export const uploads = makeUploads({
  transport: async (events) => (await import('./transport.ts')).makeTransport(events),
  link: async (sessionId, files) => {
    const { urls } = await call(uploadLink, { body: { session_id: sessionId, files } });
    return urls.map(({ url }) => url);
  },
  report: async ({ id, end_date }) => {
    const past = serverNow() >= Date.parse(end_date);
    const status = past ? 'session-files-uploaded' : 'presession-uploaded';
    return (await call(filesInfo, { body: { session_id: id, files_info: { status } } })).session;
  },
  words: wordsOf,
  clock: () => performance.now(),
  soon: (run) => void setTimeout(run, REPAINT_MS),
});

/** All uploads, as they stand. */
export function useUploads(): readonly UploadGroup[] {
  return useSyncExternalStore(uploads.watch, uploads.groups);
}
