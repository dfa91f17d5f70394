import {
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  S3Client,
  S3ServiceException,
  type CORSRule,
  type LifecycleRule,
} from '@aws-sdk/client-s3';
import type { Settings } from '../../settings.ts';

const CORS_ID = 'talkback';
const LIFECYCLE_ID = 'talkback-unfinished-uploads';
/** As long as our own store keeps an upload that nobody goes on with. */
const UNFINISHED_DAYS = 7;

/** What became of each rule; not every S3 service knows both. */
export interface BucketSetUp {
  readonly cors: 'set' | 'not supported';
  readonly lifecycle: 'set' | 'not supported';
}

/**
 * Gives a bucket its two rules: pages of these origins may send and get files, and uploads in parts that nobody goes on with end after 7 days.
 * Rules of others in it stay; again is no fault. Throws what the service refuses for another reason than not knowing the call.
 */
export async function setUpBucket(
  s3: NonNullable<Settings['s3']>,
  origins: readonly string[],
): Promise<BucketSetUp> {
  const { bucket: Bucket, region, endpoint, accessKeyId, secretAccessKey } = s3;
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
  });
  const cors: CORSRule = {
    ID: CORS_ID,
    AllowedOrigins: [...origins],
    AllowedMethods: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'],
    AllowedHeaders: ['*'],
    ExposeHeaders: ['ETag'],
    MaxAgeSeconds: 3600,
  };
  const unfinished: LifecycleRule = {
    ID: LIFECYCLE_ID,
    Status: 'Enabled',
    Filter: { Prefix: '' },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: UNFINISHED_DAYS },
  };
  try {
    return {
      cors: await unlessUnknown(async () => {
        const { CORSRules = [] } = await orNothing(client.send(new GetBucketCorsCommand({ Bucket })));
        const others = CORSRules.filter(({ ID }) => ID !== CORS_ID);
        await client.send(
          new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [...others, cors] } }),
        );
      }),
      lifecycle: await unlessUnknown(async () => {
        const asked = client.send(new GetBucketLifecycleConfigurationCommand({ Bucket }));
        const { Rules: found = [] } = await orNothing(asked);
        const Rules = [...found.filter(({ ID }) => ID !== LIFECYCLE_ID), unfinished];
        await client.send(
          new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }),
        );
      }),
    };
  } finally {
    client.destroy();
  }
}

const NOTHING_YET = new Set(['NoSuchCORSConfiguration', 'NoSuchLifecycleConfiguration']);

async function orNothing<T extends object>(call: Promise<T>): Promise<Partial<T>> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Error && NOTHING_YET.has(error.name)) return {};
    throw error;
  }
}

/** A service that has no such call says so with 501 or 405; some take it for another call whose body is wrong. */
async function unlessUnknown(work: () => Promise<void>): Promise<'set' | 'not supported'> {
  try {
    await work();
    return 'set';
  } catch (error) {
    if (!(error instanceof S3ServiceException)) throw error;
    const { httpStatusCode = 0 } = error.$metadata;
    if (httpStatusCode === 501 || httpStatusCode === 405 || error.name === 'MalformedXML')
      return 'not supported';
    throw error;
  }
}
