import { createHash } from 'node:crypto';
import type { Agent } from 'node:http';
import { Readable } from 'node:stream';
import {
  CreateBucketCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { systemClock } from '../lib/clock.ts';
import { StorageAway, type Storage } from '../lib/storage.ts';
import { crc32FromBase64 } from './disk/crc32.ts';
import { multipart } from './multipart.ts';

/** S3 deletes at most this many keys in one call. */
const DELETE_BATCH = 1000;
/** A service that does not even take the connection is away; a slow one is waited for. */
const CONNECT_MS = 3000;

/** Where the bytes are and who asks. */
export interface StorageOptions {
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The S3 service as this process reaches it; null is that of the region at Amazon. */
  readonly endpoint: string | null;
  /** The service as browsers reach it; with `{origin}` it is a path on the front they are on. null: as `endpoint`. */
  readonly publicEndpoint: string | null;
  /** How our own store is reached inside this process; it lives by `now`, so its calls are dated by that too. */
  readonly agent?: Agent;
  /** What links are dated by. */
  readonly now: () => Temporal.Instant;
}

/** The one implementation of storage: the S3 SDK, towards any S3 or our own subset on disk (part 2 section 7, decisions 6). */
export function createStorage(options: StorageOptions): Storage {
  const { bucket: Bucket } = options;
  const signingDate = (): Date => new Date(options.now().epochMilliseconds);
  const client = clientFor(options, options.endpoint);
  const inner = (): S3Client => {
    if (options.agent)
      client.config.systemClockOffset = options.now().epochMilliseconds - systemClock.now().epochMilliseconds;
    return client;
  };
  const outer = new Map<string, S3Client>();
  const publicClient = (origin: string): S3Client => {
    if (options.publicEndpoint === null) return client;
    const endpoint = options.publicEndpoint.replace('{origin}', origin);
    const found = outer.get(endpoint) ?? clientFor(options, endpoint);
    outer.set(endpoint, found);
    return found;
  };

  return {
    ...multipart({ Bucket, inner, publicClient, signingDate, reached }),

    presignPut: ({ key, contentType, contentLength, expiresIn, origin }) =>
      getSignedUrl(
        publicClient(origin),
        new PutObjectCommand({ Bucket, Key: key, ContentType: contentType, ContentLength: contentLength }),
        { expiresIn, signingDate: signingDate() },
      ),

    presignGet: ({ key, filename, contentType, expiresIn, origin }) =>
      getSignedUrl(
        publicClient(origin),
        new GetObjectCommand({
          Bucket,
          Key: key,
          ResponseContentDisposition: attachmentNamed(filename),
          ResponseContentType: contentType ?? 'application/octet-stream',
        }),
        { expiresIn, signingDate: signingDate() },
      ),

    async head(key) {
      try {
        const found = await reached(
          inner().send(new HeadObjectCommand({ Bucket, Key: key, ChecksumMode: 'ENABLED' })),
        );
        // a composite checksum is one of the parts' checksums, not of the bytes
        const whole = found.ChecksumType !== 'COMPOSITE' && found.ChecksumCRC32 !== undefined;
        return {
          size: found.ContentLength ?? 0,
          crc32: whole ? crc32FromBase64(found.ChecksumCRC32 ?? '') : null,
        };
      } catch (error) {
        if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null;
        throw error;
      }
    },

    async get(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const { Body } = await reached(inner().send(new GetObjectCommand({ Bucket, Key: key, Range })));
      if (!(Body instanceof Readable)) throw new Error('Storage answered without a body');
      return Body;
    },

    async put(key, body, size, contentType) {
      const object = { Bucket, Key: key, Body: body, ContentLength: size, ContentType: contentType };
      await reached(inner().send(new PutObjectCommand(object)));
    },

    async delete(keys) {
      for (let from = 0; from < keys.length; from += DELETE_BATCH) {
        const Objects = keys.slice(from, from + DELETE_BATCH).map((Key) => ({ Key }));
        const { Errors = [] } = await reached(
          inner().send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } })),
        );
        if (Errors.length > 0) throw new Error(`Storage did not delete ${Errors.length} files`);
      }
    },

    async prepare() {
      try {
        await reached(inner().send(new HeadBucketCommand({ Bucket })));
      } catch (error) {
        if (!(error instanceof S3ServiceException) || error.$metadata.httpStatusCode !== 404) throw error;
        await inner().send(new CreateBucketCommand({ Bucket }));
      }
    },

    // an S3 service keeps its own house; its buckets' rules end stale uploads
    async tidy() {},

    async ping() {
      await reached(inner().send(new HeadBucketCommand({ Bucket })));
    },
  };
}

/** Tells a service that is away (no connection, its own fault, too busy) from one that refuses. */
async function reached<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (isAway(error)) throw new StorageAway(error);
    throw error;
  }
}

function isAway(error: unknown): boolean {
  if (error instanceof S3ServiceException) {
    const { httpStatusCode = 500 } = error.$metadata;
    return httpStatusCode >= 500 || httpStatusCode === 429;
  }
  return error instanceof Error && ('code' in error || error.name === 'TimeoutError');
}

function clientFor(options: StorageOptions, endpoint: string | null): S3Client {
  const { region, accessKeyId, secretAccessKey, agent } = options;
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    requestHandler: agent ? { httpAgent: agent } : { connectionTimeout: CONNECT_MS },
    // else a presigned PUT carries the checksum of an empty body
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        const { body, headers } = args.request as { body?: unknown; headers: Record<string, string> };
        // services older than the SDK's checksums take a list of deletions only with its MD5
        if (commandName === 'DeleteObjectsCommand' && typeof body === 'string')
          headers['content-md5'] = createHash('md5').update(body).digest('base64');
        return next(args);
      },
    { step: 'build' },
  );
  return client;
}

/** Content-Disposition for any name: a plain one for old readers, and the exact one as RFC 5987 and 6266 have it. */
export function attachmentNamed(filename: string): string {
  const name = filename.toWellFormed();
  const plain = name.replaceAll(/[^\x20-\x7e]/gu, '_').replaceAll(/["\\%/]/g, '_');
  const exact = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
