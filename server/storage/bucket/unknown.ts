import { S3ServiceException } from '@aws-sdk/client-s3';

const NOTHING_YET = new Set([
  'NoSuchCORSConfiguration',
  'NoSuchLifecycleConfiguration',
  'NoSuchPublicAccessBlockConfiguration',
  'NoSuchBucketPolicy',
]);

/** A bucket's rule; empty where it has none yet. */
export async function emptyIfMissing<T extends object>(call: Promise<T>): Promise<Partial<T>> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Error && NOTHING_YET.has(error.name)) return {};
    throw error;
  }
}

/**
 * Handles services without a call: they return 501 or 405, or mistake it for another call with a wrong body. A
 * result of `false` means the same.
 */
export async function setIfSupported(work: () => Promise<unknown>): Promise<'set' | 'not supported'> {
  try {
    return (await work()) === false ? 'not supported' : 'set';
  } catch (error) {
    if (!(error instanceof S3ServiceException)) throw error;
    const { httpStatusCode = 0 } = error.$metadata;
    if (httpStatusCode === 501 || httpStatusCode === 405 || error.name === 'MalformedXML')
      return 'not supported';
    throw error;
  }
}
