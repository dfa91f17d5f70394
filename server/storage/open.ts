import { Agent, createServer } from 'node:http';
import { join } from 'node:path';
import { duplexPair } from 'node:stream';
import type { Duplex } from 'node:stream';
import { MAX_FILE_BYTES } from '#shared/files/rules.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Storage } from '../ctx/storage.ts';
import type { Settings } from '../lib/settings.ts';
import { splitUrl } from './disk/sigv4.ts';
import { createDiskStore } from './disk/store.ts';
import type { DiskStore } from './disk/store.ts';
import type { StorageOptions } from './gateway.ts';

/** The path on each front's origin that serves the store on disk. */
export const STORAGE_PATH = '/storage';
const BUCKET = 'talkback';
const REGION = 'us-east-1';
/** Never resolved: calls to our own store do not leave the process. */
const INSIDE = 'http://storage.internal';

interface OpenOptions {
  readonly settings: Pick<Settings, 's3' | 'dataDir'>;
  /** Signs links to files on this machine's disk. */
  readonly secrets: { readonly storageKeyId: string; readonly storageSecret: string };
  readonly clock: Clock;
  readonly log: Log;
  /** Whether to delete what crashes left, true by default: only the process that serves the folder may. */
  readonly sweep?: boolean;
}

/** Opens storage by the settings (docs/product/storage.md#where-files-are-kept); `disk` is null with an S3. */
export async function openStorage(
  options: OpenOptions,
): Promise<{ readonly storage: Storage; readonly disk: DiskStore | null }> {
  const { settings, secrets, clock, log, sweep = true } = options;
  const now = (): Temporal.Instant => clock.now();
  if (settings.s3) {
    const { createStorage } = await import('./gateway.ts');
    return { storage: createStorage({ ...settings.s3, now }), disk: null };
  }

  const identity = {
    bucket: BUCKET,
    region: REGION,
    accessKeyId: secrets.storageKeyId,
    secretAccessKey: secrets.storageSecret,
    now,
  };
  const dir = join(settings.dataDir, 'files');
  const disk = await createDiskStore({ ...identity, dir, maxObjectBytes: MAX_FILE_BYTES, log, sweep });
  const gatewayOptions = {
    ...identity,
    endpoint: `${INSIDE}${STORAGE_PATH}`,
    publicEndpoint: `{origin}${STORAGE_PATH}`,
    agent: inProcessAgent(disk),
  };
  return { storage: diskStorage(disk, gatewayOptions), disk };
}

/**
 * The store on disk. The S3 client, which signs its links, is loaded with the first call that is no read: it is a tenth
 * of a start and 30 MiB.
 */
function diskStorage(disk: DiskStore, options: StorageOptions): Storage {
  let opened: Promise<Storage> | undefined;
  const gateway = (): Promise<Storage> => {
    opened ??= import('./gateway.ts').then(({ createStorage }) => createStorage(options));
    return opened;
  };
  return {
    ...disk.direct,
    presignParts: async (link) => (await gateway()).presignParts(link),
    presignGet: async (link) => (await gateway()).presignGet(link),
    put: async (...object) => (await gateway()).put(...object),
    list: () => disk.list(),
    sweep: async () => void (await disk.sweep()),
    // Its folder was prepared when it was opened, and it answers as long as this process does.
    prepare: async () => {},
    ping: async () => {},
  };
}

/** HTTP connections to the store over in-memory streams, without a port. */
export function inProcessAgent(disk: DiskStore): Agent {
  const http = createServer((req, res) => {
    void disk.handle(req, res, splitUrl(req.url ?? '/')[0].slice(STORAGE_PATH.length));
  });
  http.requestTimeout = 0;
  return new (class extends Agent {
    override createConnection(): Duplex {
      const [client, server] = duplexPair();
      // A stream pair does not report that the other end was cut.
      client.once('close', () => server.destroy());
      server.once('close', () => client.destroy());
      http.emit('connection', server);
      return client;
    }
  })();
}
