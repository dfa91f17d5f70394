import AwsS3 from '@uppy/aws-s3';
import Uppy from '@uppy/core';
import { isMultipart, PART_BYTES } from '../../../shared/files/rules.ts';
import type { Begun, Transport, TransportEvents, UploadFailure } from './upload-ports.ts';

/** More at once do not go faster over one line, and the rest of the screen wants its connections. */
const PARALLEL = 4;

/** Our id of a file, one of this time it is sent, and what storage has of it already. */
interface Meta extends Record<string, unknown> {
  upload: string;
  sending: string;
  begun: Begun | null;
}

/** Browsers say of a file that has gone what they say of a network that has gone. */
const UNREADABLE: UploadFailure = {
  status: 422,
  words: 'A file was changed or moved meanwhile. Please choose it again.',
};

const SILENT = { debug() {}, warn() {}, error() {} };

/**
 * Sends files to their signed addresses, four at a time: small ones with one PUT, large ones in parts, of which only those travel
 * that storage has not. What fails comes out as `failed`; the store decides whether and when it is sent again.
 */
export function makeTransport(
  events: TransportEvents,
  failureOf: (error: unknown) => UploadFailure,
): Transport {
  /** Our id → Uppy's, and what Uppy calls the file in its requests (its own id, or storage's key) → ours. */
  const running = new Map<string, string>();
  const owners = new Map<string, string>();
  let sendings = 0;

  const uppy = new Uppy<Meta>({
    autoProceed: false,
    logger: SILENT,
    // The same file may go to two sessions, and again after a failure: only an id of each time tells them apart.
    onBeforeFileAdded: (file) => ({
      ...file,
      id: file.meta.sending,
      ...(file.meta.begun === null ? {} : { s3Multipart: file.meta.begun }),
    }),
  });
  uppy.use(AwsS3, {
    limit: PARALLEL,
    shouldUseMultipart: ({ size }) => isMultipart(size ?? 0),
    getChunkSize: () => PART_BYTES,
    generateObjectKey: ({ id }) => id,
    async signRequest(request) {
      const owner = owners.get(request.key);
      // What is given up is told to the studio, which ends it in storage.
      if (owner === undefined || request.method === 'DELETE') throw new Error('This upload was cancelled');
      const { url, key } = await events.sign(owner, {
        method: request.method,
        ...('uploadId' in request ? { uploadId: request.uploadId } : {}),
        ...('partNumber' in request ? { partNumber: request.partNumber } : {}),
      });
      owners.set(key, owner);
      const type = 'contentType' in request ? request.contentType : undefined;
      return { url, key, ...(type === undefined ? {} : { headers: { 'Content-Type': type } }) };
    },
  });

  /** Our id of a file that Uppy tells of; undefined when it has been taken back or is sent anew meanwhile. */
  const ours = (file: { id: string; meta: Meta } | undefined): string | undefined =>
    file !== undefined && running.get(file.meta.upload) === file.id ? file.meta.upload : undefined;

  function forget(id: string): void {
    const sending = running.get(id);
    running.delete(id);
    for (const [name, owner] of owners) if (owner === id) owners.delete(name);
    // A tick later: Uppy still writes to a file whose end it tells.
    queueMicrotask(() => {
      if (sending !== undefined && Object.hasOwn(uppy.getState().files, sending)) uppy.removeFile(sending);
    });
  }

  async function end(id: string, data: unknown, failure: UploadFailure): Promise<void> {
    const sending = running.get(id);
    const readable = await isReadable(data);
    if (running.get(id) !== sending) return;
    forget(id);
    events.failed(id, readable ? failure : UNREADABLE);
  }

  uppy.on('upload-progress', (file, { bytesUploaded }) => {
    const id = ours(file);
    if (id !== undefined) events.progress(id, bytesUploaded);
  });
  uppy.on('s3-multipart:part-uploaded', (file) => {
    const id = ours(file);
    if (id !== undefined) events.kept(id);
  });
  uppy.on('upload-success', (file) => {
    const id = ours(file);
    if (id === undefined) return;
    forget(id);
    events.done(id);
  });
  uppy.on('upload-error', (file, error) => {
    const id = ours(file);
    if (id === undefined) return;
    void end(id, file?.data, failureOf(error));
  });

  return {
    send(files) {
      if (files.length === 0) return;
      const added = files.map(({ id, file, name, contentType, begun }) => {
        forget(id);
        sendings += 1;
        const sending = `${id}.${sendings}`;
        running.set(id, sending);
        owners.set(sending, id);
        if (begun !== null) owners.set(begun.key, id);
        return { name, type: contentType, data: file, meta: { upload: id, sending, begun } };
      });
      uppy.addFiles(added);
      // Each file's end is told by its own event.
      uppy.upload().catch(() => undefined);
    },
    cancel(ids) {
      for (const id of ids) forget(id);
    },
  };
}

async function isReadable(data: unknown): Promise<boolean> {
  if (!(data instanceof Blob)) return true;
  try {
    await data.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
