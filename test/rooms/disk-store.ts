import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { pino } from 'pino';
import { test as base } from 'vitest';
import { systemClock } from '#server/lib/clock.ts';
import { createStorage } from '#server/storage/gateway.ts';
import type { Storage } from '#server/ctx/storage.ts';
import { splitUrl } from '#server/storage/disk/sigv4.ts';
import { createDiskStore } from '#server/storage/disk/store.ts';
import type { DiskStore } from '#server/storage/disk/store.ts';

/** A disk store behind a listener on loopback, with a manual clock. */
interface TestStore {
  readonly dir: string;
  readonly origin: string;
  readonly s3: S3Client;
  readonly storage: Storage;
  readonly disk: DiskStore;
  readonly identity: {
    bucket: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
    now: () => Temporal.Instant;
  };
  /** A plain PUT link as S3 has it; the product issues none. */
  putLink(key: string, contentLength?: number): Promise<string>;
  /** Files below `tmp`, `data` and so on. */
  files(folder: string): Promise<string[]>;
  moveClock(by: Temporal.DurationLike): void;
  /** Holds all requests until the returned function is called. */
  freeze(): () => void;
  close(): Promise<void>;
}

export async function startTestStore(maxObjectBytes = 5_368_709_120): Promise<TestStore> {
  const dir = await mkdtemp(join(tmpdir(), 'store-'));
  let moved = Temporal.Duration.from({ seconds: 0 });
  const identity = {
    bucket: 'talkback',
    region: 'us-east-1',
    accessKeyId: 'test-key',
    secretAccessKey: 'test-secret',
    now: () => systemClock.now().add(moved),
  };
  const disk = await createDiskStore({ ...identity, dir, maxObjectBytes, log: pino({ level: 'silent' }) });
  let thawed = Promise.resolve();
  const server = createServer((req, res) => {
    void thawed.then(() => disk.handle(req, res, splitUrl(req.url ?? '/')[0].slice('/storage'.length)));
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const origin = `http://127.0.0.1:${address.port}`;
  const s3 = new S3Client({
    endpoint: `${origin}/storage`,
    forcePathStyle: true,
    region: identity.region,
    credentials: identity,
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    // tests move the clock
    disableClockSkewCorrection: true,
  });
  return {
    dir,
    origin,
    s3,
    disk,
    identity,
    storage: createStorage({
      ...identity,
      endpoint: `${origin}/storage`,
      publicEndpoint: '{origin}/storage',
    }),
    putLink: (Key, ContentLength) =>
      getSignedUrl(s3, new PutObjectCommand({ Bucket: identity.bucket, Key, ContentLength }), {
        expiresIn: 60,
        signingDate: new Date(identity.now().epochMilliseconds),
      }),
    files: async (folder) => {
      const all = await readdir(join(dir, folder), { recursive: true, withFileTypes: true });
      return all.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    },
    moveClock: (by) => {
      moved = moved.add(by);
    },
    freeze: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      thawed = promise;
      return resolve;
    },
    close: async () => {
      s3.destroy();
      server.closeAllConnections();
      await new Promise((done) => {
        server.close(done);
      });
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** `test` with a disk store for each test file, and the bytes of its objects by key. */
export const test = base
  .extend('store', { scope: 'file' }, async ({}, { onCleanup }) => {
    const store = await startTestStore();
    onCleanup(() => store.close());
    return store;
  })
  .extend('read', { scope: 'file' }, ({ store }) => async (Key: string): Promise<Buffer> => {
    const { Body } = await store.s3.send(new GetObjectCommand({ Bucket: store.identity.bucket, Key }));
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  });
