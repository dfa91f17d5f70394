import type { Readable } from 'node:stream';

/** Storage is unavailable: 503, the caller tries again. */
export class StorageUnavailable extends Error {
  constructor(cause: unknown) {
    super('storage away', { cause });
  }
}

/** An object is gone, or its bytes are not those of the pin. */
export class ObjectChanged extends Error {
  constructor(key: string) {
    super(`object changed: ${key}`);
  }
}

/** Identifies an object's bytes: ETag without quotes, and version where the bucket has versions. */
export interface Pin {
  readonly etag: string;
  readonly version: string | null;
}

/** Facts of a complete object. `crc32` is null where the service has none (most S3 uploads). */
export interface StoredObject extends Pin {
  readonly size: number;
  readonly crc32: number | null;
}

/** An object in a listing. */
export interface ListedObject {
  readonly key: string;
  /** Size of the stored bytes; 0 where they are lost. */
  readonly size: number;
  /** As in a pin. */
  readonly etag: string;
  readonly modified: Temporal.Instant;
}

/** A link for the browser that expires, on the origin that serves storage. */
export interface LinkOptions {
  readonly key: string;
  readonly expiresIn: number;
  /** The front's origin; used where this process serves storage. */
  readonly origin: string;
}

/** One request of a multipart upload; `complete` and `parts` return S3's XML. */
export type PartsRequest =
  | { readonly kind: 'create'; readonly contentType: string }
  | {
      readonly kind: 'part';
      readonly uploadId: string;
      readonly partNumber: number;
      /** The only length that the link accepts, in bytes; null accepts any. */
      readonly contentLength: number | null;
    }
  | { readonly kind: 'parts' | 'complete' | 'abort'; readonly uploadId: string };

/** An uploaded part; size in bytes. */
export interface StoredPart {
  readonly number: number;
  readonly size: number;
  readonly etag: string;
}

/** A completed upload and the place of its object. */
export interface Completed {
  readonly key: string;
  readonly object: StoredObject;
}

/** Bytes `start` to `end`, both included. */
export interface Bytes {
  readonly start: number;
  readonly end: number;
}

/** File storage: any S3, or our own subset on disk (docs/product/storage.md). */
export interface Storage {
  presignParts(link: LinkOptions & { request: PartsRequest }): Promise<string>;
  /** With `version` only that one; without it, whatever the key holds when the link is used. */
  presignGet(
    link: LinkOptions & {
      filename: string;
      contentType?: string;
      version?: string | null;
      /** By default the response is not stored by our own store, and as the service likes elsewhere. */
      cacheControl?: string;
    },
  ): Promise<string>;
  /** null without a complete object under the key. */
  head(key: string): Promise<StoredObject | null>;
  /** Throws ObjectChanged unless the pinned bytes are there. */
  verify(key: string, pin: Pin): Promise<StoredObject>;
  /**
   * A range or all of it. With a pin, throws ObjectChanged unless the bytes match. Nobody else holds its pieces,
   * so whoever is done with one may free its memory, once.
   */
  get(key: string, options?: { readonly range?: Bytes; readonly pin?: Pin | null }): Promise<Readable>;
  /** Every complete object, in no defined order. */
  list(): AsyncIterable<ListedObject>;
  put(key: string, body: Readable | Buffer, size: number, contentType: string): Promise<void>;
  delete(keys: readonly string[]): Promise<void>;
  /** Opens an upload that only this process completes; returns its id. */
  create(key: string, contentType: string): Promise<string>;
  /** Uploaded parts of an open upload; null when storage does not know it. */
  parts(key: string, uploadId: string): Promise<readonly StoredPart[] | null>;
  /**
   * Completes an upload of one part; no link of the upload can change the object afterwards. null when the upload is
   * not open.
   */
  complete(key: string, uploadId: string, part: StoredPart): Promise<Completed | null>;
  /** The object of an upload that was completed or put before; null without one. No link can change it. */
  completed(key: string, uploadId: string | null): Promise<Completed | null>;
  /** Aborts an open upload and its parts; does nothing for an unknown one. */
  abort(key: string, uploadId: string): Promise<void>;
  /** Prepares storage for the first upload. Throws within 10 s when it does not respond. */
  prepare(): Promise<void>;
  /** Deletes what crashes and lost senders left. */
  sweep(): Promise<void>;
  /** Throws within 1.5 s when storage does not respond. */
  ping(): Promise<void>;
}
