import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import { copyPath, FILE_LIST, hashFile, readFileList, SECRETS, tablePath } from './layout.ts';
import { readManifest, type Manifest } from './manifest.ts';

/** Maximum of damaged parts that an error lists. */
const MAX_LISTED = 20;

/** Compares every byte of a backup with its manifest. Throws a BackupError naming each damaged or missing part. */
export async function verifyBackup(folder: string, checkpoint: () => void): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const damage: string[] = [];
  for (const { name, sha256 } of manifest.tables) {
    checkpoint();
    const file = tablePath(name);
    compareHash(damage, file, await hashUnzipped(path.join(folder, file)), sha256);
  }
  compareHash(damage, SECRETS, await hashFile(path.join(folder, SECRETS)), manifest.secrets.sha256);
  const list = await hashFile(path.join(folder, FILE_LIST));
  compareHash(damage, FILE_LIST, list, manifest.files.sha256);
  if (list === manifest.files.sha256 && manifest.files.kind === 'copied') {
    for await (const { key, sha256 } of readFileList(folder)) {
      checkpoint();
      const file = copyPath(key);
      compareHash(damage, `${file} (${key})`, await hashFile(path.join(folder, file)), sha256);
    }
  }
  if (damage.length === 0) return manifest;
  const more = damage.length > MAX_LISTED ? [`  and ${damage.length - MAX_LISTED} more`] : [];
  throw new BackupError(
    ['The backup is damaged:', ...damage.slice(0, MAX_LISTED).map((line) => `  ${line}`), ...more].join('\n'),
  );
}

function compareHash(damage: string[], what: string, actual: string | null, expected: string | null): void {
  if (actual === null) damage.push(`${what} is not there or cannot be read`);
  else if (actual !== expected) damage.push(`${what} was changed`);
}

async function hashUnzipped(file: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    await pipeline(fs.createReadStream(file), createGunzip(), hash);
  } catch {
    return null;
  }
  return hash.digest('hex');
}
