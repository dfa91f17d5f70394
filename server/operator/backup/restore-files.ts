import fs from 'node:fs';
import path from 'node:path';
import type { Storage } from '../../ctx/storage.ts';
import { BackupError } from './backup-error.ts';
import { copyOf, savedFiles, type SavedFile } from './layout.ts';

/** Files that are not there are named up to this many. */
const MOST_NAMED = 20;

/** Throws a BackupError when storage has files already: bytes of before would never be found again. */
export async function expectNoFiles(storage: Storage): Promise<void> {
  for await (const { key } of storage.list()) {
    throw new BackupError(
      `There are files in storage already, such as ${key}. A restore takes an empty folder or bucket.`,
    );
  }
}

/** Throws a BackupError that names the files of the list that storage does not have as they were. */
export async function expectFiles(storage: Storage, folder: string, between: () => void): Promise<void> {
  const wrong: string[] = [];
  for await (const { key, size, etag } of savedFiles(folder)) {
    between();
    const stored = await storage.head(key);
    if (stored === null) wrong.push(`${key} is not there`);
    else if (stored.size !== size || stored.etag !== etag) wrong.push(`${key} was changed`);
    if (wrong.length === MOST_NAMED) break;
  }
  if (wrong.length === 0) return;
  throw new BackupError(
    [
      'The backup holds only the list of the files, and the bucket does not have them as they were:',
      ...wrong.map((line) => `  ${line}`),
    ].join('\n'),
  );
}

/** Puts the copies into storage and tells `stored` of each, with the ETag that it has there. */
export async function restoreFiles(
  storage: Storage,
  folder: string,
  stored: (file: SavedFile) => Promise<void>,
  between: () => void,
): Promise<void> {
  for await (const file of savedFiles(folder)) {
    between();
    const { key, size, type } = file;
    await storage.put(key, fs.createReadStream(path.join(folder, copyOf(key))), size, type);
    const there = await storage.head(key);
    if (there === null || there.size !== size) throw new BackupError(`Storage did not keep ${key}.`);
    await stored({ ...file, etag: there.etag });
  }
}

/** Takes back what `restoreFiles` has put so far. */
export async function removeFiles(storage: Storage, folder: string): Promise<void> {
  let keys: string[] = [];
  for await (const { key } of savedFiles(folder)) {
    keys.push(key);
    if (keys.length < 1000) continue;
    await storage.delete(keys);
    keys = [];
  }
  if (keys.length > 0) await storage.delete(keys);
}
