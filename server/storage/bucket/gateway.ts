import {
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  S3Client,
  type CORSRule,
  type LifecycleRule,
} from '@aws-sdk/client-s3';
import type { Settings } from '../../lib/settings.ts';
import { denyPublicAcls, type PublicAcls } from './public-acls.ts';
import { emptyIfMissing, setIfSupported } from './unknown.ts';

const CORS_ID = 'talkback';
const LIFECYCLE_ID = 'talkback-unfinished-uploads';
/** As long as our own store preserves unfinished uploads. */
const UNFINISHED_DAYS = 7;

/** The result of each rule; not every S3 service knows all. */
export interface BucketSetUp {
  readonly cors: 'set' | 'not supported';
  readonly lifecycle: 'set' | 'not supported';
  readonly publicAcls: PublicAcls;
}

/**
 * Gives a bucket its CORS, lifecycle and public-access rules (docs/operating.md#files). Idempotent; rules of
 * others stay. Throws any refusal but that of an unknown call.
 */
export async function setUpBucket(
  s3: Omit<NonNullable<Settings['s3']>, 'upload'>,
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
      cors: await setIfSupported(async () => {
        const { CORSRules = [] } = await emptyIfMissing(client.send(new GetBucketCorsCommand({ Bucket })));
        const others = CORSRules.filter(({ ID }) => ID !== CORS_ID);
        await client.send(
          new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [...others, cors] } }),
        );
      }),
      lifecycle: await setIfSupported(async () => {
        const request = client.send(new GetBucketLifecycleConfigurationCommand({ Bucket }));
        const { Rules: rules = [] } = await emptyIfMissing(request);
        const Rules = [...rules.filter(({ ID }) => ID !== LIFECYCLE_ID), unfinished];
        await client.send(
          new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }),
        );
      }),
      publicAcls: await denyPublicAcls(client, Bucket),
    };
  } finally {
    client.destroy();
  }
}
