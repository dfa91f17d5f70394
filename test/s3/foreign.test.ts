import { PutBucketVersioningCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, describe, expect, inject, test, type ProvidedContext } from 'vitest';
import { systemClock } from '#server/lib/clock.ts';
import { setUpBucket } from '#server/storage/bucket/gateway.ts';
import { createStorage } from '#server/storage/gateway.ts';
import { wholeFilePart } from '#server/storage/uploads.ts';
import { storageProbes } from './probes.ts';
import { bytesOf } from './probed-store.ts';

/** Which rules of buckets each server knows. */
const RULES = {
  Swift: { cors: 'not supported', lifecycle: 'not supported', publicAcls: 'not supported' },
  Ceph: { cors: 'set', lifecycle: 'set', publicAcls: 'public access block' },
} as const;

const origins = ['http://localhost:4000'];
const clients: S3Client[] = [];
afterAll(() => {
  for (const client of clients) client.destroy();
});

/** How a server is reached, and a client of the SDK's own. */
function connect({ endpoint, accessKeyId, secretAccessKey }: ProvidedContext['foreignS3'][number]) {
  const identity = { region: 'us-east-1', accessKeyId, secretAccessKey };
  const s3 = new S3Client({
    endpoint,
    region: identity.region,
    credentials: identity,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  clients.push(s3);
  return { s3, at: { ...identity, bucket: 'probes', endpoint, publicEndpoint: null } };
}

for (const server of inject('foreignS3')) {
  const { name, endpoint } = server;
  const { s3, at } = connect(server);

  storageProbes(name, async () => {
    const storage = createStorage({ ...at, now: () => systemClock.now() });
    await storage.prepare();
    await setUpBucket(at, origins);
    return { s3, bucket: at.bucket, origin: 'http://localhost:4000', storage };
  });

  describe(`${name}: rules of a bucket`, () => {
    test('those that the service does not know are told, not taken for a fault', async () => {
      expect(await setUpBucket(at, origins)).toEqual(RULES[name]);
    });

    test('no ACL makes a file public, whoever sends one', async () => {
      const ACL = 'public-read';
      const file = { Bucket: at.bucket, Key: 'public', Body: 'take' };
      await s3.send(new PutObjectCommand({ ...file, ACL })).catch(() => undefined);
      expect((await fetch(`${endpoint}/${at.bucket}/public`)).ok).toBe(false);
    });
  });
}

// Swift's s3api keeps versions only where its cluster is set up for them.
for (const server of inject('foreignS3').filter(({ name }) => name === 'Ceph')) {
  const { s3, at } = connect(server);
  describe(`${server.name}: a bucket with versions`, () => {
    test('goes on giving the version that was listed, by reads and by links', async () => {
      const bucket = 'versions';
      const storage = createStorage({ ...at, bucket, now: () => systemClock.now() });
      await storage.prepare();
      const VersioningConfiguration = { Status: 'Enabled' } as const;
      await s3.send(new PutBucketVersioningCommand({ Bucket: bucket, VersioningConfiguration }));
      const link = { key: 'take', expiresIn: 60, origin: 'http://localhost:4000' };
      const uploadId = await storage.create('take', 'audio/wav');
      const url = await storage.presignParts({ ...link, request: wholeFilePart(uploadId, 4) });
      await fetch(url, { method: 'PUT', body: 'take' });
      const [part] = (await storage.parts('take', uploadId)) ?? [];
      const whole = part && (await storage.complete('take', uploadId, part));
      if (!whole) throw new Error('the upload was not completed');
      const pin = whole.object;
      expect(pin.version).toMatch(/./);
      await storage.put('take', Buffer.from('fake'), 4, 'audio/wav');
      expect((await bytesOf(await storage.get('take', { pin }))).toString()).toBe('take');
      expect(await storage.verify('take', pin)).toMatchObject({ size: 4, version: pin.version });
      const { version } = pin;
      const got = await fetch(await storage.presignGet({ ...link, filename: 'take.wav', version }));
      expect(await got.text()).toBe('take');
    });
  });
}
