import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';

/** Where things are in a backup. */
export const FILE_LIST = 'files.jsonl';
export const SECRETS = 'secrets.sealed.json';

export const tableFile = (name: string): string => path.posix.join('database', `${name}.copy.gz`);

/** Keys are any text, so a copy is named by the hash of its key. */
export function copyOf(key: string): string {
  const hash = createHash('sha256').update(key).digest('hex');
  return path.posix.join('files', hash.slice(0, 2), hash);
}

const savedFile = z.object({
  key: z.string(),
  size: z.int().nonnegative(),
  type: z.string(),
  etag: z.string().nullable(),
  /** Of the copied bytes; null where only the list is kept. */
  sha256: z.string().nullable(),
});

/** A line of the list of files. */
export type SavedFile = z.infer<typeof savedFile>;

/** Reads the list, a file at a time. */
export async function* savedFiles(folder: string): AsyncGenerator<SavedFile> {
  const input = fs.createReadStream(path.join(folder, FILE_LIST));
  for await (const line of createInterface({ input, crlfDelay: Infinity }))
    yield savedFile.parse(JSON.parse(line));
}

/** The hash of a file's bytes; null where it is not there. */
export async function hashFile(file: string): Promise<string | null> {
  if (!fs.existsSync(file)) return null;
  const hash = createHash('sha256');
  for await (const chunk of fs.createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Makes a folder's entries last: a rename counts only once its folder is on the disk. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = fs.openSync(folder, 'r');
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}
