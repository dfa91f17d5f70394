import AwsS3 from '@uppy/aws-s3';
import Uppy from '@uppy/core';
import type { Transport, TransportEvents } from './upload-ports.ts';

/** More at once do not go faster over one line, and the rest of the screen wants its connections. */
const PARALLEL = 4;

/** Our id of a file, and nothing else: a studio's storage has its names from the link. */
interface Meta extends Record<string, unknown> {
  upload: string;
}

/**
 * Sends files with one PUT each to their signed addresses, four at a time. Lost connections are waited for and
 * tried again by Uppy; a refusal of storage comes out as `failed` with its status.
 */
export function makeTransport(events: TransportEvents): Transport {
  const uppy = new Uppy<Meta>({
    autoProceed: false,
    // The same file may go to two sessions: only our id tells files apart.
    onBeforeFileAdded: (file) => ({ ...file, id: file.meta.upload }),
  });
  uppy.use(AwsS3, {
    limit: PARALLEL,
    shouldUseMultipart: false,
    generateObjectKey: ({ id }) => id,
    signRequest: async (request) => ({
      url: await events.url(request.key),
      ...('contentType' in request && request.contentType !== undefined
        ? { headers: { 'Content-Type': request.contentType } }
        : {}),
    }),
  });

  /** What has ended leaves Uppy, or its next upload would try the failed ones again by itself. */
  const forget = (id: string) =>
    queueMicrotask(() => {
      if (Object.hasOwn(uppy.getState().files, id)) uppy.removeFile(id);
    });

  uppy.on('upload-progress', (file, { bytesUploaded }) => {
    if (file !== undefined) events.progress(file.id, bytesUploaded);
  });
  uppy.on('upload-success', (file) => {
    if (file === undefined) return;
    forget(file.id);
    events.done(file.id);
  });
  uppy.on('upload-error', (file, error) => {
    if (file === undefined) return;
    forget(file.id);
    // A microtask later, as sending it again needs it gone from here.
    queueMicrotask(() => events.failed(file.id, statusOf(error)));
  });

  return {
    send(files) {
      if (files.length === 0) return;
      uppy.addFiles(
        files.map(({ id, file, name, contentType }) => ({
          name,
          type: contentType,
          data: file,
          meta: { upload: id },
        })),
      );
      // Each file's end is told by its own event.
      uppy.upload().catch(() => undefined);
    },
    cancel(ids) {
      uppy.removeFiles(ids.filter((id) => Object.hasOwn(uppy.getState().files, id)));
    },
  };
}

function statusOf(error: unknown): number | null {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : null;
  return typeof status === 'number' ? status : null;
}
