import * as files from '#shared/files/contract.ts';
import type { TestSession } from '../rooms/sessions.ts';
import { bySession, NOBODYS, withMore, type AccessRow, type Naming, type Things } from './row.ts';

const withFile = (t: Things) => t.make({ files: { user: 1 } });
const delivered = (t: Things) => t.over({ files: { output: 1 }, status: 'partner_deliverables_ready' });

/** Somebody else's file in one's own session. */
const waveformOfForeignFile = async (t: Things): Promise<Naming> => {
  const stranger = t.stranger('client');
  const mine = await t.make({ client: stranger, files: { user: 1 } });
  const fileOf = ({ id }: TestSession) =>
    t.studio.inTx((tx) =>
      tx.selectFrom('files').select('id').where('session_id', '=', id).executeTakeFirstOrThrow(),
    );
  const args = (file_id: string) => ({ query: { session_id: mine.id, file_id } });
  return {
    field: 'file_id',
    nobodys: args(NOBODYS),
    theirs: args((await fileOf(await withFile(t))).id),
    owner: stranger,
    own: args((await fileOf(mine)).id),
    by: [stranger],
  };
};

export const FILES: readonly AccessRow[] = [
  bySession(
    files.listFiles,
    'session_id',
    (session_id) => ({ query: { session_id, folder: 'user' as const } }),
    { owner: 'client' },
    { owner: 'partner' },
  ),
  bySession(
    files.uploadLink,
    'session_id',
    (session_id) => ({ body: { session_id, files: [{ fileName: 'a.wav', fileSize: 1 }] } }),
    { owner: 'client' },
  ),
  bySession(
    files.signUpload,
    'session_id',
    (session_id) => ({ body: { session_id, key: 'nobodys', method: 'PUT' as const } }),
    // the session exists, the upload does not
    { owner: 'client', answers: 404 },
  ),
  bySession(
    files.openUploads,
    'session_id',
    (session_id) => ({ query: { session_id } }),
    { owner: 'client' },
    { owner: 'partner' },
  ),
  bySession(
    files.cancelUploads,
    'session_id',
    (session_id) => ({ body: { session_id, keys: ['nobodys'] } }),
    { owner: 'client' },
    { owner: 'partner' },
  ),
  bySession(
    files.filesInfo,
    'session_id',
    (session_id) => ({ body: { session_id, files_info: { status: 'presession-uploaded' as const } } }),
    { owner: 'client', answers: 409 },
  ),
  bySession(
    files.downloadLink,
    'session_id',
    (session_id) => ({ query: { session_id, path: 'user 1.wav' } }),
    // the file exists, its bytes do not
    { made: withFile, owner: 'client', answers: 409 },
    { made: withFile, owner: 'partner', answers: 409 },
  ),
  withMore(
    // the session is judged first; in one's own an unknown file is 404
    bySession(files.waveform, 'session_id', (session_id) => ({ query: { session_id, file_id: NOBODYS } }), {
      owner: 'client',
      answers: 404,
    }),
    'file_id',
    waveformOfForeignFile,
  ),
  bySession(
    files.archiveLink,
    'session_id',
    (session_id) => ({ body: { session_id, folder: 'user' as const } }),
    {
      made: withFile,
      owner: 'partner',
    },
  ),
  // A file inserted by a test has no checksum yet, so its owner must wait.
  bySession(files.archive, 'id', (id) => ({ params: { id, folder: 'user' as const } }), {
    made: withFile,
    owner: 'partner',
    answers: 409,
  }),
  bySession(files.deleteFolder, 'session_id', (session_id) => ({ body: { session_id } }), {
    made: withFile,
    owner: 'client',
  }),
  bySession(files.deleteOutput, 'session_id', (session_id) => ({ body: { session_id } }), {
    made: delivered,
    owner: 'partner',
  }),
];
