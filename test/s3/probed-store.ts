import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { Storage } from '#server/ctx/storage.ts';

/** A store under test: by the SDK and by our gateway. */
export interface ProbedStore {
  readonly s3: S3Client;
  readonly storage: Storage;
  readonly bucket: string;
  /** The page's origin. */
  readonly origin: string;
}

/** A complete body. */
export const bytesOf = async (body: Readable): Promise<Buffer> => Buffer.concat(await body.toArray());

/** The error code of a refusal. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof Error ? error.name : String(error)),
  );
}
