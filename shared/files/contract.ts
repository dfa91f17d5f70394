import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { Done, Id, Instant, SessionId, SessionIdInUrl, Text, Total } from '../lib/wire.ts';
import { Session } from '../sessions/contract.ts';
import * as calls from './calls.ts';
import * as texts from './texts.ts';

export const Folder = z.enum(['user', 'output']);
export type Folder = z.infer<typeof Folder>;

/** `filePath` is prefix and name; the download and delete calls take it as `path`. */
export const FileEntry = z.object({
  id: Id,
  filename: z.string(),
  filePath: z.string(),
  prefix: z.string(),
  last_modified: Instant,
  size: z.int(),
  isSupportedAudioFile: z.boolean(),
  /** The stored bytes are not those that were listed; the file cannot be downloaded. */
  changed: z.boolean(),
});
export type FileEntry = z.infer<typeof FileEntry>;

const both = ['client', 'partner', 'managed'] as const;
const sessionNotFound = {
  not_found: { status: 404, detail: 'We could not find this session or file.' },
} as const;
const changed = {
  file_changed: { status: 409, detail: texts.fileChanged },
} as const;
const held = {
  files_held: { status: 403, detail: 'These files cannot be downloaded now.' },
} as const;

export const listFiles = endpoint({
  ...calls.listFiles,
  summary: "A folder's complete files",
  who: both,
  query: z.object({ session_id: SessionIdInUrl, folder: Folder }),
  response: z.object({
    files: z.array(FileEntry),
    total: Total,
    /**
     * Whether the caller may download this folder now, and until or from when
     * (docs/product/files.md#download-limits).
     */
    download: z.object({ state: z.enum(['offered', 'processing', 'expired']), until: z.nullable(Instant) }),
  }),
  problems: sessionNotFound,
});

export const uploadLink = endpoint({
  ...calls.uploadLink,
  summary: "Links to put files straight into storage: the client's into 'user', the musician's into 'output'",
  who: both,
  body: z.object({
    session_id: SessionId,
    files: z
      .array(
        z.object({
          fileName: Text(1000),
          filePath: z.optional(Text(4000)),
          fileType: z.optional(Text(255)),
          fileSize: z.optional(z.int().check(z.minimum(0))),
          /** When the sender's file was last changed, in epoch ms: distinguishes a changed file from the same one. */
          fileModified: z.optional(z.int().check(z.minimum(0))),
        }),
      )
      .check(z.minLength(1), z.maxLength(1000)),
  }),
  response: z.object({ urls: z.array(z.object({ url: z.string(), key: z.string() })) }),
  problems: {
    ...sessionNotFound,
    not_now: { status: 409, detail: 'Files cannot be sent at this stage of the session.' },
    too_many_uploads: {
      status: 409,
      detail: 'Many uploads of this session are still open. Please let some of them finish first.',
    },
    too_large: { status: 413, detail: 'Error: Some files were larger than 5 GiB' },
    invalid: { status: 422, detail: 'One of the file names cannot be used.' },
  },
});

export const signUpload = endpoint({
  ...calls.signUpload,
  summary:
    'Signs one request of an upload in parts, or a new link where one is over: POST begins (or, with uploadId, completes), PUT sends a part, GET lists the parts, DELETE gives up',
  who: both,
  body: z.object({
    session_id: SessionId,
    key: Text(300),
    method: z.enum(['POST', 'PUT', 'GET', 'DELETE']),
    uploadId: z.optional(Text(1024).check(z.minLength(1))),
    partNumber: z.optional(z.int().check(z.minimum(1), z.maximum(10_000))),
  }),
  response: z.object({ url: z.string() }),
  problems: {
    ...sessionNotFound,
    not_now: { status: 409, detail: 'Files cannot be sent at this stage of the session.' },
    invalid: { status: 422, detail: 'This is no request of this upload.' },
  },
});

/** An unfinished upload. Its sender chooses the file again and only missing parts are sent. */
export const OpenUpload = z.object({
  key: z.string(),
  /** Null for a file that is sent in one piece, and so sent again as a whole. */
  uploadId: z.nullable(z.string()),
  filename: z.string(),
  prefix: z.string(),
  fileSize: z.int(),
  fileModified: z.nullable(z.int()),
  /** Bytes of the parts that have arrived. */
  loaded: z.int(),
  started_at: Instant,
});
export type OpenUpload = z.infer<typeof OpenUpload>;

export const openUploads = endpoint({
  ...calls.openUploads,
  summary: "The uploads into the caller's own folder that have not ended",
  who: both,
  query: z.object({ session_id: SessionIdInUrl }),
  response: z.object({ uploads: z.array(OpenUpload), total: Total }),
  problems: sessionNotFound,
});

export const cancelUploads = endpoint({
  ...calls.cancelUploads,
  summary: 'Gives uploads up: what has arrived of them goes, in storage too',
  who: both,
  body: z.object({
    session_id: SessionId,
    keys: z.array(Text(300)).check(z.minLength(1), z.maxLength(1000)),
  }),
  response: Done,
  problems: sessionNotFound,
});

export const filesInfo = endpoint({
  ...calls.filesInfo,
  summary:
    'Tells that uploads are complete: each is checked in storage before it is listed and the status moves',
  who: both,
  body: z.object({
    session_id: SessionId,
    files_info: z.object({
      status: z.enum(['session-files-uploaded', 'presession-uploaded']),
      /** Report only these uploads; all open ones by default. */
      keys: z.optional(z.array(Text(300)).check(z.minLength(1), z.maxLength(1000))),
      /** More of the same group is to come: what has arrived is listed, and the status stays. */
      more: z.optional(z.boolean()),
    }),
  }),
  response: z.object({ session: Session }),
  problems: {
    ...sessionNotFound,
    no_complete_file: { status: 409, detail: 'No file has arrived completely yet.' },
  },
});

export const downloadLink = endpoint({
  ...calls.downloadLink,
  summary: 'A short-lived link to one file',
  who: both,
  query: z.object({
    session_id: SessionIdInUrl,
    path: Text(5000),
    folder: z.optional(Folder),
  }),
  response: z.object({ downloadUrl: z.string() }),
  problems: { ...sessionNotFound, ...held, ...changed },
});

export const waveform = endpoint({
  ...calls.waveform,
  summary: 'The outline and length of an audio file, made once when it has arrived',
  who: both,
  query: z.object({ session_id: SessionIdInUrl, file_id: Id }),
  response: z.object({
    state: z.enum(['ready', 'preparing', 'unavailable']),
    seconds: z.nullable(z.number()),
    /** The loudest sample of each of 400 equal stretches, 0 to 255; empty unless ready. */
    peaks: z.array(z.int()),
  }),
  problems: { ...sessionNotFound, ...held },
});

export const archiveLink = endpoint({
  ...calls.archiveLink,
  summary:
    "A link to all files of the other side's folder as one zip, or word that checksums are still being made",
  who: both,
  body: z.object({ session_id: SessionId, folder: z.optional(Folder) }),
  response: z.object({
    code: z.enum(['preparing-files', 'files-ready']),
    downloadUrl: z.nullable(z.string()),
  }),
  problems: { ...sessionNotFound, ...held, ...changed, no_files: { status: 409, detail: 'No files' } },
});

export const archive = endpoint({
  ...calls.archive,
  summary:
    'All files of a folder as one zip, streamed; exact length, answers Range so that a broken download goes on',
  who: both,
  params: z.object({ id: SessionIdInUrl, folder: Folder }),
  stream: 'application/zip',
  streamStatuses: [200, 206, 416],
  response: z.unknown(),
  problems: {
    ...sessionNotFound,
    ...held,
    ...changed,
    no_files: { status: 409, detail: 'No files' },
    preparing_files: { status: 409, detail: 'Preparing your files...' },
  },
});

export const deleteFolder = endpoint({
  ...calls.deleteFolder,
  summary: "Delete all files of a folder: the caller's own unless a musician names the other",
  who: both,
  body: z.object({ session_id: SessionId, folder: z.optional(Folder) }),
  response: z.object({ session: Session }),
  problems: {
    ...sessionNotFound,
    not_yours: { status: 403, detail: 'Only the musician may delete these files.' },
    not_now: { status: 409, detail: 'Files cannot be deleted at this stage of the session.' },
  },
});

export const deleteOutput = endpoint({
  ...calls.deleteOutput,
  summary: 'The musician deletes what was delivered',
  who: ['partner'],
  body: z.object({ session_id: SessionId }),
  response: z.object({ session: Session }),
  problems: {
    ...sessionNotFound,
    not_now: { status: 409, detail: 'Files cannot be deleted at this stage of the session.' },
  },
});
