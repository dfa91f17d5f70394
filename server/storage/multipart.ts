import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  ListPartsCommand,
  S3ServiceException,
  UploadPartCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import {
  StorageUnavailable,
  type Completed,
  type PartsRequest,
  type Storage,
  type StoredObject,
  type StoredPart,
} from '../ctx/storage.ts';
import { unquoted, limitFor, LIMITS, type CallWithLimit } from './bucket/calls.ts';
import { crc32FromBase64 } from './disk/crc32.ts';

/** What multipart calls share with the others. */
interface Gateway {
  readonly Bucket: string;
  /** Calls as this process reaches the service. */
  readonly callWithLimit: CallWithLimit;
  /** The clients that sign links for a browser on this origin: those that send bytes, and all others. */
  readonly clientsFor: (origin: string) => { readonly links: S3Client; readonly uploads: S3Client };
  readonly signingDate: () => Date;
  readonly find: (key: string) => Promise<StoredObject | null>;
}

type Multipart = Pick<Storage, 'presignParts' | 'create' | 'parts' | 'complete' | 'completed' | 'abort'>;

/** The key of an object that was moved out of its upload's reach. */
const sealedKey = (key: string): string => `${key}/sealed`;

/** Multipart calls: links for browsers, and the server's own requests. */
export function multipart({ Bucket, callWithLimit, clientsFor, signingDate, find }: Gateway): Multipart {
  /** Whether this service ends an upload's id with its completion, as S3 does; null until one was checked. */
  let endsIds: boolean | null = null;

  async function parts(key: string, UploadId: string): Promise<readonly StoredPart[] | null> {
    const stored: StoredPart[] = [];
    let PartNumberMarker: string | undefined;
    do {
      const command = new ListPartsCommand({ Bucket, Key: key, UploadId, PartNumberMarker });
      const page = await nullIfUnknown(
        callWithLimit(LIMITS.call, (client, call) => client.send(command, call)),
      );
      if (page === null) return null;
      for (const { PartNumber = 0, Size = 0, ETag = '' } of page.Parts ?? [])
        stored.push({ number: PartNumber, size: Size, etag: ETag });
      PartNumberMarker = page.IsTruncated === true ? page.NextPartNumberMarker : undefined;
    } while (PartNumberMarker !== undefined);
    return stored;
  }

  /**
   * Moves a completed object to a key that no link is for, where the service keeps its upload open
   * (docs/product/storage.md#sealed-uploads).
   */
  async function seal(
    key: string,
    uploadId: string,
    object: StoredObject,
    byUs: boolean,
  ): Promise<Completed> {
    if (endsIds === true) return { key, object };
    const hasEnded = endsIds === null && (await parts(key, uploadId)) === null;
    // An id that a browser named may never have existed.
    if (byUs || !hasEnded) endsIds = hasEnded;
    if (hasEnded) return { key, object };
    const to = sealedKey(key);
    const CopySource = `${Bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
    const copy = new CopyObjectCommand({ Bucket, Key: to, CopySource });
    // Another call may have moved it meanwhile.
    await nullIfUnknown(callWithLimit(limitFor(object.size), (client, call) => client.send(copy, call)));
    const copied = await find(to);
    if (copied?.size !== object.size) throw new Error('Storage lost an object');
    await callWithLimit(LIMITS.call, (client, call) =>
      client.send(new DeleteObjectCommand({ Bucket, Key: key }), call),
    );
    return { key: to, object: copied };
  }

  async function completed(key: string, uploadId: string | null): Promise<Completed | null> {
    const object = await find(key);
    if (object !== null) return uploadId === null ? { key, object } : seal(key, uploadId, object, false);
    if (endsIds === true || uploadId === null) return null;
    const sealed = await find(sealedKey(key));
    return sealed && { key: sealedKey(key), object: sealed };
  }

  return {
    async presignParts({ key, request, expiresIn, origin }) {
      const { links, uploads } = clientsFor(origin);
      const object = { Bucket, Key: key };
      const dated = { expiresIn, signingDate: signingDate() };
      switch (request.kind) {
        case 'create': {
          const { contentType: ContentType } = request;
          return getSignedUrl(links, new CreateMultipartUploadCommand({ ...object, ContentType }), dated);
        }
        case 'part':
          // A part is the only link that could be made to copy what its signer may read.
          return getSignedUrl(uploads, partCommand(object, request), dated);
        case 'parts':
          return getSignedUrl(links, new ListPartsCommand({ ...object, UploadId: request.uploadId }), dated);
        case 'complete': {
          const upload = { ...object, UploadId: request.uploadId };
          return getSignedUrl(links, new CompleteMultipartUploadCommand(upload), dated);
        }
        case 'abort': {
          const upload = { ...object, UploadId: request.uploadId };
          return getSignedUrl(links, new AbortMultipartUploadCommand(upload), dated);
        }
      }
    },

    async create(key, ContentType) {
      const command = new CreateMultipartUploadCommand({ Bucket, Key: key, ContentType });
      const { UploadId } = await callWithLimit(LIMITS.call, (client, call) => client.send(command, call));
      if (UploadId === undefined) throw new Error('Storage began an upload without an id');
      return UploadId;
    },

    parts,

    async complete(key, UploadId, part) {
      const MultipartUpload = { Parts: [{ PartNumber: part.number, ETag: part.etag }] };
      const command = new CompleteMultipartUploadCommand({ Bucket, Key: key, UploadId, MultipartUpload });
      const response = await nullIfUnknown(
        callWithLimit(LIMITS.call, (client, call) => client.send(command, call)),
      ).catch(async (error: unknown) => {
        // Ceph has a fault for the second of two completions.
        const isFault = error instanceof StorageUnavailable && error.cause instanceof S3ServiceException;
        if (!isFault || (await parts(key, UploadId)) !== null) throw error;
        return null;
      });
      // Another call completed it first.
      if (response === null) return completed(key, UploadId);
      const { VersionId: version = null, ETag, ChecksumCRC32: sum, ChecksumType } = response;
      const crc32 = sum !== undefined && ChecksumType === 'FULL_OBJECT' ? crc32FromBase64(sum) : null;
      // Ceph responds without the ETag.
      const object = ETag ? { size: part.size, crc32, etag: unquoted(ETag), version } : await find(key);
      if (object?.size !== part.size) throw new Error('Storage lost an object');
      return seal(key, UploadId, object, true);
    },

    completed,

    async abort(key, UploadId) {
      const command = new AbortMultipartUploadCommand({ Bucket, Key: key, UploadId });
      await nullIfUnknown(callWithLimit(LIMITS.job, (client, call) => client.send(command, call)));
    },
  };
}

function partCommand(
  object: { Bucket: string; Key: string },
  { uploadId, partNumber, contentLength }: Extract<PartsRequest, { kind: 'part' }>,
): UploadPartCommand {
  return new UploadPartCommand({
    ...object,
    UploadId: uploadId,
    PartNumber: partNumber,
    ContentLength: contentLength ?? undefined,
  });
}

/** A finished upload is unknown to most services; some report its key as unknown. */
const GONE = new Set(['NoSuchUpload', 'NoSuchKey']);

/** null where the service reports no such upload: completed, aborted, or never begun. */
async function nullIfUnknown<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof S3ServiceException && GONE.has(error.name)) return null;
    throw error;
  }
}
