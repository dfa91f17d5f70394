import * as files from '#shared/files/contract.ts';
import type { TestSession } from '../rooms/sessions.ts';
import {
  sessionRow,
  UNKNOWN_ID,
  withReference,
  type AccessRow,
  type ForeignReference,
  type AccessFixtures,
} from './row.ts';

const withFile = (t: AccessFixtures) => t.makeSession({ files: { user: 1 } });
const delivered = (t: AccessFixtures) =>
  t.makePastSession({ files: { output: 1 }, status: 'partner_deliverables_ready' });

/** Somebody else's file in one's own session. */
const waveformOfForeignFile = async (t: AccessFixtures): Promise<ForeignReference> => {
  const stranger = t.stranger('client');
  const ownSession = await t.makeSession({ client: stranger, files: { user: 1 } });
  const fileOf = ({ id }: TestSession) =>
    t.studio.inTx((tx) =>
      tx.selectFrom('files').select('id').where('session_id', '=', id).executeTakeFirstOrThrow(),
    );
  const args = (file_id: string) => ({ query: { session_id: ownSession.id, file_id } });
  return {
    field: 'file_id',
    unknown: args(UNKNOWN_ID),
    foreign: args((await fileOf(await withFile(t))).id),
    owner: stranger,
    ownCall: args((await fileOf(ownSession)).id),
    callers: [stranger],
  };
};

export const FILES: readonly AccessRow[] = [
  sessionRow(
    files.listFiles,
    'session_id',
    (session_id) => ({ query: { session_id, folder: 'user' as const } }),
    { owner: 'client' },
    { owner: 'partner' },
  ),
  sessionRow(
    files.uploadLink,
    'session_id',
    (session_id) => ({ body: { session_id, files: [{ fileName: 'a.wav', fileSize: 1 }] } }),
    { owner: 'client' },
  ),
  sessionRow(
    files.signUpload,
    'session_id',
    (session_id) => ({ body: { session_id, key: 'nobodys', method: 'PUT' as const } }),
    // the session exists, the upload does not
    { owner: 'client', status: 404 },
  ),
  sessionRow(
    files.openUploads,
    'session_id',
    (session_id) => ({ query: { session_id } }),
    { owner: 'client' },
    { owner: 'partner' },
  ),
  sessionRow(
    files.cancelUploads,
    'session_id',
    (session_id) => ({ body: { session_id, keys: ['nobodys'] } }),
    { owner: 'client' },
    { owner: 'partner' },
  ),
  sessionRow(
    files.filesInfo,
    'session_id',
    (session_id) => ({ body: { session_id, files_info: { status: 'presession-uploaded' as const } } }),
    { owner: 'client', status: 409 },
  ),
  sessionRow(
    files.downloadLink,
    'session_id',
    (session_id) => ({ query: { session_id, path: 'user 1.wav' } }),
    // the file exists, its bytes do not
    { session: withFile, owner: 'client', status: 409 },
    { session: withFile, owner: 'partner', status: 409 },
  ),
  withReference(
    // the session is checked first; in one's own an unknown file is 404
    sessionRow(
      files.waveform,
      'session_id',
      (session_id) => ({ query: { session_id, file_id: UNKNOWN_ID } }),
      {
        owner: 'client',
        status: 404,
      },
    ),
    'file_id',
    waveformOfForeignFile,
  ),
  sessionRow(
    files.archiveLink,
    'session_id',
    (session_id) => ({ body: { session_id, folder: 'user' as const } }),
    {
      session: withFile,
      owner: 'partner',
    },
  ),
  // A file inserted by a test has no checksum yet, so its owner must wait.
  sessionRow(files.archive, 'id', (id) => ({ params: { id, folder: 'user' as const } }), {
    session: withFile,
    owner: 'partner',
    status: 409,
  }),
  sessionRow(files.deleteFolder, 'session_id', (session_id) => ({ body: { session_id } }), {
    session: withFile,
    owner: 'client',
  }),
  sessionRow(files.deleteOutput, 'session_id', (session_id) => ({ body: { session_id } }), {
    session: delivered,
    owner: 'partner',
  }),
];
