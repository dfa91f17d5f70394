import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import { copyOf, FILE_LIST, hashFile, savedFiles, SECRETS, tableFile } from './layout.ts';
import { readManifest, type Manifest } from './manifest.ts';

/** More damage than this is not listed one by one. */
const MOST_NAMED = 20;

/** Reads every byte of a backup against its manifest. Throws a BackupError that names each part that is damaged or not there. */
export async function verifyBackup(folder: string, between: () => void): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const damage: string[] = [];
  for (const { name, sha256 } of manifest.tables) {
    between();
    const file = tableFile(name);
    check(damage, file, await hashUnpacked(path.join(folder, file)), sha256);
  }
  check(damage, SECRETS, await hashFile(path.join(folder, SECRETS)), manifest.secrets.sha256);
  const list = await hashFile(path.join(folder, FILE_LIST));
  check(damage, FILE_LIST, list, manifest.files.sha256);
  if (list === manifest.files.sha256 && manifest.files.kind === 'copied') {
    for await (const { key, sha256 } of savedFiles(folder)) {
      between();
      const file = copyOf(key);
      check(damage, `${file} (${key})`, await hashFile(path.join(folder, file)), sha256);
    }
  }
  if (damage.length === 0) return manifest;
  const more = damage.length > MOST_NAMED ? [`  and ${damage.length - MOST_NAMED} more`] : [];
  throw new BackupError(
    ['The backup is damaged:', ...damage.slice(0, MOST_NAMED).map((line) => `  ${line}`), ...more].join('\n'),
  );
}

function check(damage: string[], what: string, found: string | null, wanted: string | null): void {
  if (found === null) damage.push(`${what} is not there or cannot be read`);
  else if (found !== wanted) damage.push(`${what} was changed`);
}

async function hashUnpacked(file: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    await pipeline(fs.createReadStream(file), createGunzip(), hash);
  } catch {
    return null;
  }
  return hash.digest('hex');
}
