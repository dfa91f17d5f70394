import { scratch, startProgram } from './harness.ts';

/** The bucket and keys of the S3 that benchmarks start. */
export const S3_KEYS = {
  bucket: 'talkback',
  region: 'us-east-1',
  accessKeyId: 'bench-key',
  secretAccessKey: 'bench-secret',
};

/** Starts our own store as an S3 in a process of its own; `env` are the settings of a studio on it. */
export async function startS3() {
  const { child, origin, pid } = await startProgram('s3-server.ts', [scratch('s3')]);
  const env = {
    S3_ENDPOINT: origin,
    S3_BUCKET: S3_KEYS.bucket,
    S3_REGION: S3_KEYS.region,
    S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
  };
  return { child, pid, env };
}
