import { S3Client } from '@aws-sdk/client-s3';
import { afterAll, expect, inject, test } from 'vitest';
import { systemClock } from '../../lib/clock.ts';
import { setUpBucket } from '../bucket/gateway.ts';
import { createStorage } from '../gateway.ts';
import { storageProbes } from './probes.ts';

const { endpoint, accessKeyId, secretAccessKey } = inject('foreignS3');
const identity = { region: 'us-east-1', accessKeyId, secretAccessKey };
const s3 = new S3Client({
  endpoint,
  region: identity.region,
  credentials: identity,
  forcePathStyle: true,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
});
afterAll(() => s3.destroy());

storageProbes('another S3 server', () => ({
  s3,
  bucket: 'probes',
  origin: 'http://localhost:4000',
  storage: createStorage({
    ...identity,
    bucket: 'probes',
    endpoint,
    publicEndpoint: null,
    now: () => systemClock.now(),
  }),
}));

test('rules of a bucket that the service does not know are told, not taken for a fault', async () => {
  const done = await setUpBucket({ ...identity, bucket: 'probes', endpoint, publicEndpoint: null }, [
    'http://localhost:4000',
  ]);
  expect(done).toEqual({ cors: 'not supported', lifecycle: 'not supported' });
});
