import AwsS3 from '@uppy/aws-s3';
import Uppy from '@uppy/core';
import { isMultipart, PART_BYTES } from '#shared/files/rules.ts';
import { createStalls } from './stalls.ts';
import type { MultipartUpload, Transport, TransportEvents, UploadFailure } from './ports.ts';

/** More at once are not faster over one line, and other requests need connections too. */
const PARALLEL = 4;

/** Our id of a file, an id of this attempt, and its multipart upload. */
interface Meta extends Record<string, unknown> {
  upload: string;
  sending: string;
  begun: MultipartUpload | null;
}

/** Browsers report a missing file like a missing network. */
const UNREADABLE: UploadFailure = {
  status: 422,
  message: 'A file was changed or moved meanwhile. Please choose it again.',
};

/** As if no answer came: the upload waits, and goes on with the parts that storage has. */
const STALLED: UploadFailure = { status: null, message: null };

const SILENT = { debug() {}, warn() {}, error() {} };

/**
 * Sends files to their signed addresses, four at a time, large ones in parts; only missing parts are sent. The
 * store decides about retries.
 */
export function createTransport(
  events: TransportEvents,
  failureOf: (error: unknown) => UploadFailure,
): Transport {
  /** Our id to Uppy's, and Uppy's names of a file in requests (its own id, or storage's key) to ours. */
  const running = new Map<string, string>();
  const owners = new Map<string, string>();
  let sendings = 0;
  const stalls = createStalls(
    (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    (id) => {
      remove(id);
      events.failed(id, STALLED);
    },
  );

  const uppy = new Uppy<Meta>({
    autoProceed: false,
    logger: SILENT,
    // The same file may go to two sessions, or be retried: only an id per attempt distinguishes them.
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
      // Aborts are the studio's task: it ends the upload in storage.
      if (owner === undefined || request.method === 'DELETE') throw new Error('This upload was cancelled');
      // Storage may work on a completion for minutes, and nothing moves meanwhile.
      if (request.method === 'POST' && 'uploadId' in request) stalls.end(owner);
      else stalls.moved(owner);
      const { url, key } = await events.sign(owner, {
        method: request.method,
        uploadId: 'uploadId' in request ? request.uploadId : undefined,
        partNumber: 'partNumber' in request ? request.partNumber : undefined,
      });
      owners.set(key, owner);
      const type = 'contentType' in request ? request.contentType : undefined;
      return { url, key, ...(type === undefined ? {} : { headers: { 'Content-Type': type } }) };
    },
  });

  /** Our id of Uppy's file; undefined when it was cancelled or is being sent anew. */
  const ours = (file: { id: string; meta: Meta } | undefined): string | undefined =>
    file !== undefined && running.get(file.meta.upload) === file.id ? file.meta.upload : undefined;

  function remove(id: string): void {
    const sending = running.get(id);
    running.delete(id);
    stalls.end(id);
    for (const [name, owner] of owners) if (owner === id) owners.delete(name);
    // A tick later: Uppy still writes to a file while it reports its end.
    queueMicrotask(() => {
      if (sending !== undefined && Object.hasOwn(uppy.getState().files, sending)) uppy.removeFile(sending);
    });
  }

  async function end(id: string, data: unknown, failure: UploadFailure): Promise<void> {
    const sending = running.get(id);
    const readable = await isReadable(data);
    if (running.get(id) !== sending) return;
    remove(id);
    events.failed(id, readable ? failure : UNREADABLE);
  }

  uppy.on('upload-progress', (file, { bytesUploaded }) => {
    const id = ours(file);
    if (id === undefined) return;
    stalls.moved(id);
    events.progress(id, bytesUploaded);
  });
  uppy.on('s3-multipart:part-uploaded', (file) => {
    const id = ours(file);
    if (id !== undefined) events.partStored(id);
  });
  uppy.on('upload-success', (file) => {
    const id = ours(file);
    if (id === undefined) return;
    remove(id);
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
        remove(id);
        sendings += 1;
        const sending = `${id}.${sendings}`;
        running.set(id, sending);
        owners.set(sending, id);
        if (begun !== null) owners.set(begun.key, id);
        return { name, type: contentType, data: file, meta: { upload: id, sending, begun } };
      });
      uppy.addFiles(added);
      // Each file's end has its own event.
      uppy.upload().catch(() => undefined);
    },
    cancel(ids) {
      for (const id of ids) remove(id);
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
