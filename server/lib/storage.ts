import type { Readable } from 'node:stream';

/** Storage cannot be reached or does not serve now: answered with 503, tried again by the caller. */
export class StorageAway extends Error {
  constructor(cause: unknown) {
    super('storage away', { cause });
  }
}

/** What storage knows of a whole object. `crc32` is null where the store keeps none (a plain S3 upload). */
export interface StoredObject {
  readonly size: number;
  readonly crc32: number | null;
}

/** A link the browser may use for a while, on the origin that serves storage to it. */
export interface LinkOptions {
  readonly key: string;
  readonly expiresIn: number;
  /** The front's origin that the browser is on; used where storage is served by this process. */
  readonly origin: string;
}

/** One request of an upload in parts; `complete` and `parts` answer XML, as S3 has it. */
export type PartsRequest =
  | { readonly kind: 'create'; readonly contentType: string }
  | {
      readonly kind: 'part';
      readonly uploadId: string;
      readonly partNumber: number;
      /** The only length that the link takes, in bytes. */
      readonly contentLength: number;
    }
  | { readonly kind: 'parts' | 'complete' | 'abort'; readonly uploadId: string };

/** A part that has arrived, its size in bytes. */
export interface StoredPart {
  readonly number: number;
  readonly size: number;
}

/** Where files are kept: one interface, one implementation (the S3 SDK), any S3 or our own subset on disk. */
export interface Storage {
  presignPut(
    link: LinkOptions & { contentType: string; contentLength?: number | undefined },
  ): Promise<string>;
  presignParts(link: LinkOptions & { request: PartsRequest }): Promise<string>;
  presignGet(link: LinkOptions & { filename: string; contentType?: string }): Promise<string>;
  /** null when there is no whole object under the key. */
  head(key: string): Promise<StoredObject | null>;
  /** Bytes `start` to `end`, both included; all of it without a range. */
  get(key: string, range?: { start: number; end: number }): Promise<Readable>;
  put(key: string, body: Readable | Buffer, size: number, contentType: string): Promise<void>;
  delete(keys: readonly string[]): Promise<void>;
  /** The parts of an open upload that have arrived; null when storage does not know the upload (any more). */
  parts(key: string, uploadId: string): Promise<readonly StoredPart[] | null>;
  /** Gives an open upload up with what has arrived of it; nothing when storage does not know it. */
  abort(key: string, uploadId: string): Promise<void>;
  /** Makes what must be there before the first upload. */
  prepare(): Promise<void>;
  /** Takes away what crashes and lost senders left. */
  tidy(): Promise<void>;
  /** Throws when storage cannot be reached. */
  ping(): Promise<void>;
}
