import { Agent, createServer } from 'node:http';
import { join } from 'node:path';
import { duplexPair } from 'node:stream';
import type { Duplex } from 'node:stream';
import { MAX_FILE_BYTES } from '../../shared/files/rules.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Storage } from '../lib/storage.ts';
import type { Secrets } from '../lifecycle/secrets.ts';
import type { Settings } from '../settings.ts';
import { splitUrl } from './disk/sigv4.ts';
import { createDiskStore } from './disk/store.ts';
import type { DiskStore } from './disk/store.ts';
import { createStorage } from './gateway.ts';

/** Where each front's origin serves the store on disk. */
export const STORAGE_PATH = '/storage';
const BUCKET = 'talkback';
const REGION = 'us-east-1';
/** A name that is never looked up: calls to our own store do not leave the process. */
const INSIDE = 'http://storage.internal';

interface OpenOptions {
  readonly settings: Pick<Settings, 's3' | 'dataDir'>;
  readonly secrets: Pick<Secrets, 'storageKeyId' | 'storageSecret'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Storage as the settings have it (decisions 6): any S3 (`disk` is null), else a folder under DATA_DIR to be served under STORAGE_PATH. */
export async function openStorage(
  options: OpenOptions,
): Promise<{ readonly storage: Storage; readonly disk: DiskStore | null }> {
  const { settings, secrets, clock, log } = options;
  const now = (): Temporal.Instant => clock.now();
  if (settings.s3) return { storage: createStorage({ ...settings.s3, now }), disk: null };

  const identity = {
    bucket: BUCKET,
    region: REGION,
    accessKeyId: secrets.storageKeyId,
    secretAccessKey: secrets.storageSecret,
    now,
  };
  const dir = join(settings.dataDir, 'files');
  const disk = await createDiskStore({ ...identity, dir, maxObjectBytes: MAX_FILE_BYTES, log });
  const storage = createStorage({
    ...identity,
    endpoint: `${INSIDE}${STORAGE_PATH}`,
    publicEndpoint: `{origin}${STORAGE_PATH}`,
    agent: insideAgent(disk),
  });
  const tidy = async (): Promise<void> => void (await disk.sweep());
  return { storage: { ...storage, tidy }, disk };
}

/** Connections to the store that are two ends of one stream: HTTP as by the network, without a port. */
export function insideAgent(disk: DiskStore): Agent {
  const server = createServer((req, res) => {
    void disk.handle(req, res, splitUrl(req.url ?? '/')[0].slice(STORAGE_PATH.length));
  });
  server.requestTimeout = 0;
  return new (class extends Agent {
    override createConnection(): Duplex {
      const [here, there] = duplexPair();
      // a pair does not tell one end that the other was cut
      here.once('close', () => there.destroy());
      there.once('close', () => here.destroy());
      server.emit('connection', there);
      return here;
    }
  })();
}
