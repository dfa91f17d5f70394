import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { pino } from 'pino';
import { systemClock } from '../../lib/clock.ts';
import { createStorage } from '../gateway.ts';
import type { Storage } from '../../lib/storage.ts';
import { splitUrl } from './sigv4.ts';
import { createDiskStore } from './store.ts';
import type { DiskStore } from './store.ts';

/** A store on a folder of its own behind a real listener on loopback, with a clock that tests move. */
export interface TestStore {
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
  /** Files below `tmp`, `data` and so on. */
  files(folder: string): Promise<string[]>;
  moveClock(by: Temporal.DurationLike): void;
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
  const server = createServer((req, res) => {
    void disk.handle(req, res, splitUrl(req.url ?? '/')[0].slice('/storage'.length));
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
    // the clock is what tests move
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
    files: async (folder) => {
      const all = await readdir(join(dir, folder), { recursive: true, withFileTypes: true });
      return all.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    },
    moveClock: (by) => {
      moved = moved.add(by);
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
