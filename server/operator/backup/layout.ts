import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import * as z from 'zod';

/** Paths inside a backup. */
export const FILE_LIST = 'files.jsonl';
export const SECRETS = 'secrets.sealed.json';

export const tablePath = (name: string): string => path.posix.join('database', `${name}.copy.gz`);

/** Where a backup for an S3 is put together before it is sent, and where a restore reads one to. */
export const draftOf = (dataDir: string): string => path.join(dataDir, 'backup-draft');

/** Where the rows are kept while an embedded database moves to another PostgreSQL. */
export const moveDraftOf = (dataDir: string): string => path.join(dataDir, 'database-upgrade');

/** The path of a copy: named by the hash of its key, because keys are arbitrary text. */
export function copyPath(key: string): string {
  const hash = createHash('sha256').update(key).digest('hex');
  return path.posix.join('files', hash.slice(0, 2), hash);
}

const savedFile = z.object({
  key: z.string(),
  size: z.int().nonnegative(),
  type: z.string(),
  etag: z.string().nullable(),
  /** Of the copied bytes; null if the backup only lists the files. */
  sha256: z.string().nullable(),
});

/** A line of the file list. */
export type SavedFile = z.infer<typeof savedFile>;

/** Reads the file list line by line. */
export async function* readFileList(folder: string): AsyncGenerator<SavedFile> {
  const input = fs.createReadStream(path.join(folder, FILE_LIST));
  for await (const line of createInterface({ input, crlfDelay: Infinity }))
    yield savedFile.parse(JSON.parse(line));
}

/** The SHA-256 of a file; null if it does not exist. */
export async function hashFile(file: string): Promise<string | null> {
  if (!fs.existsSync(file)) return null;
  return hashOf(fs.createReadStream(file));
}

/** The SHA-256 of all that a stream gives. */
export async function hashOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Syncs a folder, because a rename is durable only after that. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = fs.openSync(folder, 'r');
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}
