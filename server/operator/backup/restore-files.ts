import fs from 'node:fs';
import path from 'node:path';
import type { Storage } from '../../ctx/storage.ts';
import { BackupError } from './backup-error.ts';
import { copyPath, readFileList, type SavedFile } from './layout.ts';

/** Maximum of files that an error lists. */
const MAX_LISTED = 20;

/** Throws a BackupError if storage has files: their bytes would become orphans. */
export async function assertNoFiles(storage: Storage): Promise<void> {
  for await (const { key } of storage.list()) {
    throw new BackupError(
      `There are files in storage already, such as ${key}. A restore takes an empty folder or bucket.`,
    );
  }
}

/** Throws a BackupError naming the listed files that are missing from storage or changed. */
export async function assertFilesUnchanged(
  storage: Storage,
  folder: string,
  checkpoint: () => void,
): Promise<void> {
  const problems: string[] = [];
  for await (const { key, size, etag } of readFileList(folder)) {
    checkpoint();
    const stored = await storage.head(key);
    if (stored === null) problems.push(`${key} is not there`);
    else if (stored.size !== size || stored.etag !== etag) problems.push(`${key} was changed`);
    if (problems.length === MAX_LISTED) break;
  }
  if (problems.length === 0) return;
  throw new BackupError(
    [
      'The backup holds only the list of the files, and the bucket does not have them as they were:',
      ...problems.map((line) => `  ${line}`),
    ].join('\n'),
  );
}

/** Uploads the copies to storage and calls `onStored` for each with its new ETag. */
export async function restoreFiles(
  storage: Storage,
  folder: string,
  onStored: (file: SavedFile) => Promise<void>,
  checkpoint: () => void,
): Promise<void> {
  for await (const file of readFileList(folder)) {
    checkpoint();
    const { key, size, type } = file;
    await storage.put(key, fs.createReadStream(path.join(folder, copyPath(key))), size, type);
    const object = await storage.head(key);
    if (object === null || object.size !== size) throw new BackupError(`Storage did not keep ${key}.`);
    await onStored({ ...file, etag: object.etag });
  }
}

/** Undoes `restoreFiles`. */
export async function removeFiles(storage: Storage, folder: string): Promise<void> {
  let keys: string[] = [];
  for await (const { key } of readFileList(folder)) {
    keys.push(key);
    if (keys.length < 1000) continue;
    await storage.delete(keys);
    keys = [];
  }
  if (keys.length > 0) await storage.delete(keys);
}
