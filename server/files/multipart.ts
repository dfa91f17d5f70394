import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  S3ServiceException,
  UploadPartCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { PartsRequest, Storage, StoredPart } from '../lib/storage.ts';

/** What the calls for uploads in parts share with the others. */
interface Gateway {
  readonly Bucket: string;
  /** As this process reaches the service. */
  readonly inner: () => S3Client;
  /** As a browser on this origin reaches it. */
  readonly publicClient: (origin: string) => S3Client;
  readonly signingDate: () => Date;
  readonly reached: <T>(call: Promise<T>) => Promise<T>;
}

/** The calls for uploads in parts: links for browsers, and what the server itself asks. */
export function multipart(gateway: Gateway): Pick<Storage, 'presignParts' | 'parts' | 'abort'> {
  const { Bucket, inner, reached } = gateway;
  return {
    async presignParts({ key, request, expiresIn, origin }) {
      const client = gateway.publicClient(origin);
      const dated = { expiresIn, signingDate: gateway.signingDate() };
      const object = { Bucket, Key: key };
      switch (request.kind) {
        case 'create':
          return getSignedUrl(
            client,
            new CreateMultipartUploadCommand({ ...object, ContentType: request.contentType }),
            dated,
          );
        case 'part':
          return getSignedUrl(client, partCommand(object, request), dated);
        case 'parts':
          return getSignedUrl(client, new ListPartsCommand({ ...object, UploadId: request.uploadId }), dated);
        case 'complete':
          return getSignedUrl(
            client,
            new CompleteMultipartUploadCommand({ ...object, UploadId: request.uploadId }),
            dated,
          );
        case 'abort':
          return getSignedUrl(
            client,
            new AbortMultipartUploadCommand({ ...object, UploadId: request.uploadId }),
            dated,
          );
      }
    },

    async parts(key, UploadId) {
      const found: StoredPart[] = [];
      let PartNumberMarker: string | undefined;
      do {
        const command = new ListPartsCommand({ Bucket, Key: key, UploadId, PartNumberMarker });
        const page = await unlessUnknown(reached(inner().send(command)));
        if (page === null) return null;
        for (const { PartNumber = 0, Size = 0 } of page.Parts ?? [])
          found.push({ number: PartNumber, size: Size });
        PartNumberMarker = page.IsTruncated === true ? page.NextPartNumberMarker : undefined;
      } while (PartNumberMarker !== undefined);
      return found;
    },

    async abort(key, UploadId) {
      const command = new AbortMultipartUploadCommand({ Bucket, Key: key, UploadId });
      await unlessUnknown(reached(inner().send(command)));
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
    ContentLength: contentLength,
  });
}

/** An upload that is over is unknown as such to most services, and as a key to some. */
const GONE = new Set(['NoSuchUpload', 'NoSuchKey']);

/** null where the service says that there is no such upload: completed, aborted, or never begun. */
async function unlessUnknown<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof S3ServiceException && GONE.has(error.name)) return null;
    throw error;
  }
}
