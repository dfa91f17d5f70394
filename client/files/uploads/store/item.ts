import type { UploadState } from './machine.ts';
import type { ReadyFile } from '../picked-files.ts';
import type { MultipartUpload, Sending } from './ports.ts';

/** A file of a session and its state. */
export interface Item {
  readonly id: string;
  readonly sessionId: number;
  readonly ready: ReadyFile;
  state: UploadState;
}

/** A pending upload; `left` is an earlier page's upload that it continues. */
export function createItem(
  id: string,
  sessionId: number,
  ready: ReadyFile,
  left: (MultipartUpload & { readonly loaded: number }) | undefined,
): Item {
  const { prefix, name, file } = ready;
  const { loaded = 0, key = null, uploadId = null } = left ?? {};
  return {
    id,
    sessionId,
    ready,
    state: {
      shown: { id, prefix, name, status: 'pending', loaded, total: file.size, waiting: false },
      key,
      uploadId,
      linkedAt: 0,
      held: false,
      linkRenewed: false,
      restarted: false,
      reported: false,
      hidden: false,
      problem: null,
    },
  };
}

/** An upload in the transport's form. */
export function sendingOf({ id, ready, state: { key, uploadId } }: Item): Sending {
  const begun = key === null || uploadId === null ? null : { key, uploadId };
  return { id, file: ready.file, name: ready.name, contentType: contentTypeOf(ready.file), begun };
}

/** A file in the form of the link request. */
export const linkRequestOf = ({ ready: { name, path, file } }: Item) => ({
  fileName: name,
  filePath: path,
  fileType: contentTypeOf(file),
  fileSize: file.size,
  fileModified: modifiedOf(file),
});

/** When a file was last changed, in whole epoch ms; 0 for before 1970. */
export const modifiedOf = (file: File): number => Math.max(0, Math.trunc(file.lastModified));

/** The media type that the link is signed over; invalid ones become plain bytes, as on the server. */
function contentTypeOf({ type }: File): string {
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream';
}
