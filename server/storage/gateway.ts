import type { Agent } from 'node:http';
import {
  CreateBucketCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { ObjectChanged, type Storage, type StoredObject } from '../ctx/storage.ts';
import {
  unquoted,
  clientFor,
  hasStatus,
  limitFor,
  LIMITS,
  createCaller,
  type Credentials,
} from './bucket/calls.ts';
import { reader } from './bucket/read.ts';
import { crc32FromBase64 } from './disk/crc32.ts';
import { contentDisposition } from './content-disposition.ts';
import { KEY_PREFIXES } from './key-prefixes.ts';
import { multipart } from './multipart.ts';

/** S3 deletes at most this many keys in one call. */
const DELETE_BATCH = 1000;

/** The service, its bucket and its keys. */
export interface StorageOptions extends Credentials {
  readonly bucket: string;
  readonly region: string;
  /**
   * Keys that sign links for sending; they need to write only
   * (docs/product/storage.md#keys-that-may-only-write). Without them the others do.
   */
  readonly upload?: Credentials | null;
  /** The S3 service as this process reaches it; null is that of the region at Amazon. */
  readonly endpoint: string | null;
  /** The service as browsers reach it; `{origin}` stands for the front's origin. null: same as `endpoint`. */
  readonly publicEndpoint: string | null;
  /** Reaches our own store inside this process, which uses `now`; calls are dated by it too. */
  readonly agent?: Agent;
  /** Beginnings of the keys that `list` finds; those of files by default. */
  readonly prefixes?: readonly string[];
  /** The clock that links are dated by. */
  readonly now: () => Temporal.Instant;
}

/**
 * File storage through the S3 SDK: any S3, or our own subset on disk
 * (docs/product/storage.md#where-files-are-kept).
 */
export function createStorage(options: StorageOptions): Storage {
  const { bucket: Bucket } = options;
  const signingDate = (): Date => new Date(options.now().epochMilliseconds);
  const callWithLimit = createCaller(options, options.endpoint);
  const outer = new Map<string | null, { links: S3Client; uploads: S3Client }>();
  const clientsFor = (origin: string): { links: S3Client; uploads: S3Client } => {
    const endpoint = options.publicEndpoint?.replace('{origin}', origin) ?? options.endpoint;
    const links = outer.get(endpoint)?.links ?? clientFor(options, endpoint);
    const clients = outer.get(endpoint) ?? {
      links,
      uploads: options.upload ? clientFor({ ...options, ...options.upload }, endpoint) : links,
    };
    outer.set(endpoint, clients);
    return clients;
  };

  const find = async (key: string, version: string | null = null): Promise<StoredObject | null> => {
    const object = { Bucket, Key: key, VersionId: version ?? undefined };
    try {
      const response = await callWithLimit(LIMITS.call, (client, call) =>
        client.send(new HeadObjectCommand({ ...object, ChecksumMode: 'ENABLED' }), call),
      );
      // A composite checksum is one of the parts' checksums, not of the bytes.
      const whole = response.ChecksumType !== 'COMPOSITE' && response.ChecksumCRC32 !== undefined;
      return {
        size: response.ContentLength ?? 0,
        crc32: whole ? crc32FromBase64(response.ChecksumCRC32 ?? '') : null,
        etag: unquoted(response.ETag),
        version: response.VersionId ?? null,
      };
    } catch (error) {
      if (hasStatus(error, 404)) return null;
      throw error;
    }
  };

  return {
    ...multipart({ Bucket, callWithLimit, clientsFor, signingDate, find }),
    head: (key) => find(key),

    async verify(key, pin) {
      const object = await find(key, pin.version);
      if (object?.etag !== pin.etag) throw new ObjectChanged(key);
      return object;
    },

    presignGet: ({ key, filename, contentType, cacheControl, version, expiresIn, origin }) =>
      getSignedUrl(
        clientsFor(origin).links,
        new GetObjectCommand({
          Bucket,
          Key: key,
          VersionId: version ?? undefined,
          ResponseContentDisposition: contentDisposition(filename),
          ResponseContentType: contentType ?? 'application/octet-stream',
          ResponseCacheControl: cacheControl,
        }),
        { expiresIn, signingDate: signingDate() },
      ),

    get: reader(options, Bucket),

    async *list() {
      for (const Prefix of options.prefixes ?? KEY_PREFIXES) {
        for (let token: string | undefined, more = true; more;) {
          const command = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken: token });
          const page = await callWithLimit(LIMITS.job, (client, call) => client.send(command, call));
          for (const { Key = '', Size = 0, ETag = '', LastModified } of page.Contents ?? [])
            yield { key: Key, size: Size, etag: ETag.replaceAll('"', ''), modified: instantOf(LastModified) };
          token = page.NextContinuationToken;
          more = page.IsTruncated === true && token !== undefined;
        }
      }
    },

    async put(key, body, size, contentType) {
      const object = { Bucket, Key: key, Body: body, ContentLength: size, ContentType: contentType };
      await callWithLimit(limitFor(size), (client, call) => client.send(new PutObjectCommand(object), call));
    },

    async delete(keys) {
      for (let from = 0; from < keys.length; from += DELETE_BATCH) {
        const Objects = keys.slice(from, from + DELETE_BATCH).map((Key) => ({ Key }));
        const { Errors = [] } = await callWithLimit(LIMITS.job, (client, call) =>
          client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }), call),
        );
        if (Errors.length > 0) throw new Error(`Storage did not delete ${Errors.length} files`);
      }
    },

    async prepare() {
      await callWithLimit(LIMITS.prepare, async (client, call) => {
        try {
          await client.send(new HeadBucketCommand({ Bucket }), call);
        } catch (error) {
          if (!hasStatus(error, 404)) throw error;
          await client.send(new CreateBucketCommand({ Bucket }), call);
        }
      });
    },

    // An S3 service does its own maintenance; the bucket's rules end unfinished uploads.
    async sweep() {},

    async ping() {
      await callWithLimit(LIMITS.ping, (client, call) =>
        client.send(new HeadBucketCommand({ Bucket }), call),
      );
    },
  };
}

const instantOf = (date: Date | undefined): Temporal.Instant =>
  Temporal.Instant.fromEpochMilliseconds(date?.getTime() ?? 0);
