import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { plannedOf } from '#shared/operator/system/rules-backups.ts';
import type { Storage } from '../../../ctx/storage.ts';
import { systemClock } from '../../../lib/clock.ts';
import { inParallel } from '../../../lib/parallel.ts';
import type { BackupTarget, S3Service } from '../../../lib/settings.ts';
import { createStorage } from '../../../storage/gateway.ts';
import { BackupError } from '../backup-error.ts';
import { draftOf, hashFile, hashOf } from '../layout.ts';
import { CHECKSUM_FILE } from '../manifest.ts';
import type { BackupPlace, ListedBackup } from './place.ts';

/** Files sent or read at once. */
const PARALLEL = 4;
const TYPE = 'application/octet-stream';
/** Keys of a backup are only letters, digits and these: none leads out of a folder. */
const FILE = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;

type Bucket = Extract<BackupTarget, { kind: 's3' }>;

const openBucket = (service: S3Service, { bucket, prefix }: Bucket): Storage =>
  createStorage({
    ...service,
    bucket,
    prefixes: [`${prefix}/`],
    publicEndpoint: null,
    now: () => systemClock.now(),
  });

/** Backups below a prefix of a bucket. The manifest's checksum is sent last: what has it is whole. */
export function bucketPlace(service: S3Service, to: Bucket, dataDir: string): BackupPlace {
  const storage = openBucket(service, to);
  const keyOf = (name: string, file: string): string => `${to.prefix}/${name}/${file}`;
  const all = () => listBackups(storage, to.prefix);
  const removeKeys = async (name: string, files: readonly string[]): Promise<void> => {
    await storage.delete([keyOf(name, CHECKSUM_FILE)]);
    await storage.delete(files.map((file) => keyOf(name, file)));
  };
  return {
    async list() {
      const found: ListedBackup[] = [];
      for (const [name, { files, bytes }] of await all())
        if (files.includes(CHECKSUM_FILE)) found.push({ name, bytes });
      return found;
    },
    async store(name, make) {
      const drafts = draftOf(dataDir);
      await rm(drafts, { recursive: true, force: true });
      await mkdir(drafts, { recursive: true, mode: 0o700 });
      try {
        const folder = path.join(drafts, name);
        await make(folder);
        const files = (await filesOf(folder)).filter((file) => file !== CHECKSUM_FILE);
        await inParallel(PARALLEL, files, (file) =>
          send(storage, path.join(folder, file), keyOf(name, file)),
        );
        await send(storage, path.join(folder, CHECKSUM_FILE), keyOf(name, CHECKSUM_FILE));
      } finally {
        await rm(drafts, { recursive: true, force: true });
      }
    },
    async remove(name) {
      await removeKeys(name, (await all()).get(name)?.files ?? []);
    },
    async removeUnfinished() {
      for (const [name, { files }] of await all())
        if (!files.includes(CHECKSUM_FILE)) await removeKeys(name, files);
    },
    async check() {
      const key = `${to.prefix}/doctor/${randomUUID()}`;
      const bytes = Buffer.from(key);
      await storage.put(key, bytes, bytes.length, TYPE);
      const read = await buffer(await storage.get(key));
      await storage.delete([key]);
      if (!read.equals(bytes)) throw new Error('what was written was read as something else');
      return { freeBytes: null };
    },
  };
}

interface BackupFiles {
  readonly files: string[];
  bytes: number;
}

async function listBackups(storage: Storage, prefix: string): Promise<ReadonlyMap<string, BackupFiles>> {
  const found = new Map<string, BackupFiles>();
  for await (const { key, size } of storage.list()) {
    const [name = '', ...rest] = key.slice(prefix.length + 1).split('/');
    if (plannedOf(name) === null) continue;
    const backup = found.get(name) ?? { files: [], bytes: 0 };
    found.set(name, backup);
    backup.files.push(rest.join('/'));
    backup.bytes += size;
  }
  return found;
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

/** Sends a file and reads it back. */
async function send(storage: Storage, file: string, key: string): Promise<void> {
  const { size } = fs.statSync(file);
  await storage.put(key, size === 0 ? Buffer.alloc(0) : fs.createReadStream(file), size, TYPE);
  if ((await hashOf(await storage.get(key))) !== (await hashFile(file)))
    throw new BackupError(`${key} was read back as something else than what was sent.`);
}

/**
 * Reads a backup from a bucket to a folder of this machine, for a restore; the caller removes it. Throws a BackupError
 * where there is no such backup.
 */
export async function fetchBackup(
  service: S3Service,
  to: Bucket,
  dataDir: string,
  checkpoint: () => void,
): Promise<string> {
  const storage = openBucket(service, to);
  const keys: string[] = [];
  for await (const { key } of storage.list()) keys.push(key);
  const names = keys.map((key) => key.slice(to.prefix.length + 1)).filter((name) => FILE.test(name));
  if (!names.includes(CHECKSUM_FILE))
    throw new BackupError(`There is no whole backup at s3://${to.bucket}/${to.prefix}.`);
  const folder = draftOf(dataDir);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await inParallel(PARALLEL, names, async (name) => {
    checkpoint();
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await pipeline(await storage.get(`${to.prefix}/${name}`), fs.createWriteStream(file, { mode: 0o600 }));
  });
  return folder;
}
