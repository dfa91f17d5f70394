import { isMultipart } from '../../../shared/files/rules.ts';
import type { ReadyFile } from './picked-files.ts';
import type { Begun, Link, Sending, Upload } from './upload-ports.ts';

/** A file on its way, with what nobody sees of it. */
export interface Item {
  shown: Upload;
  readonly ready: ReadyFile;
  readonly sessionId: number;
  link: Promise<Link> | null;
  linkedAt: number;
  /** Where storage has it, once the studio has said so. */
  key: string | null;
  /** Its upload in parts, once storage has begun it. */
  uploadId: string | null;
  /** Waits for the connection and is in nobody's queue. */
  held: boolean;
  /** A link of it was over and has been signed again, and nothing came through since. */
  resigned: boolean;
  /** Storage had forgotten it and it was begun anew. */
  renewed: boolean;
  reported: boolean;
  /** Off the list, but the studio has still to be told of it. */
  hidden: boolean;
}

/** A file that is to be sent; `begun` and `loaded` are of an earlier page's upload of it. */
export function makeItem(
  id: string,
  sessionId: number,
  ready: ReadyFile,
  left?: Begun & { readonly loaded: number },
): Item {
  const { prefix, name, file } = ready;
  const total = file.size;
  return {
    shown: { id, prefix, name, status: 'pending', loaded: left?.loaded ?? 0, total, waiting: false },
    ready,
    sessionId,
    link: null,
    linkedAt: 0,
    key: left?.key ?? null,
    uploadId: left?.uploadId ?? null,
    held: false,
    resigned: false,
    renewed: false,
    reported: false,
    hidden: false,
  };
}

export const isOpen = ({ shown: { status } }: Item): boolean =>
  status === 'pending' || status === 'uploading';

export function sendingOf({ shown, ready, key, uploadId }: Item): Sending {
  const begun = key === null || uploadId === null ? null : { key, uploadId };
  return { id: shown.id, file: ready.file, name: ready.name, contentType: contentTypeOf(ready.file), begun };
}

/** What of it is in storage for good when it is sent again: nothing of a file that travels in one piece. */
export const keptOf = ({ shown }: Item): number => (isMultipart(shown.total) ? shown.loaded : 0);

/** Forgets all that storage knew of it. */
export function forgetStorage(item: Item): void {
  item.key = null;
  item.uploadId = null;
  item.link = null;
}

/** A file as the studio is asked for its link. */
export const announced = ({ ready, shown }: Item) => ({
  fileName: ready.name,
  filePath: ready.path,
  fileType: contentTypeOf(ready.file),
  fileSize: shown.total,
  fileModified: modifiedOf(ready.file),
});

/** When a file was changed, as the studio is told it: whole milliseconds, and 0 for what is older than 1970. */
export const modifiedOf = (file: File): number => Math.max(0, Math.trunc(file.lastModified));

/** The media type that the link is signed over; what is none reads as plain bytes on both sides. */
function contentTypeOf({ type }: File): string {
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream';
}
