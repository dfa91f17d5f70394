import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inReadOnlySnapshot } from '../../db/backup/snapshot.ts';
import type { Database } from '../../db/database.ts';
import { listedFiles, type ListedFile } from '../../files/service.ts';
import { ObjectChanged, type Pin, type Storage, type StoredObject } from '../../ctx/storage.ts';
import { copyPath, FILE_LIST, type SavedFile } from './layout.ts';
import type { Manifest } from './manifest.ts';

/** Files copied in parallel, because latency dominates for small ones. */
const MAX_PARALLEL = 8;
const LISTED = 'listed.jsonl';

/** Writes the listed files of a snapshot to a file, one per line, while the snapshot is open. */
export async function snapshotFileList(db: Database, folder: string, snapshot: string): Promise<void> {
  const handle = fs.openSync(path.join(folder, LISTED), 'wx', 0o600);
  try {
    await inReadOnlySnapshot(
      db,
      async (tx) => {
        for await (const file of listedFiles(tx)) fs.writeSync(handle, `${JSON.stringify(file)}\n`);
      },
      snapshot,
    );
  } finally {
    fs.closeSync(handle);
  }
}

/** Copies the listed files; with `kind` `listed` it only records their ETags. */
export async function saveFiles(
  storage: Storage,
  folder: string,
  kind: Manifest['files']['kind'],
  checkpoint: () => void,
): Promise<Manifest['files']> {
  const listing = path.join(folder, LISTED);
  const list = fs.openSync(path.join(folder, FILE_LIST), 'wx', 0o600);
  const hash = createHash('sha256');
  const missing: string[] = [];
  let [count, bytes] = [0, 0];
  try {
    for await (const group of linesOf(listing)) {
      checkpoint();
      const saved = await Promise.all(group.map((file) => saveFile(storage, folder, kind, file)));
      for (const [index, file] of saved.entries()) {
        if (file === null) missing.push(group[index]?.key ?? '');
        else {
          const line = `${JSON.stringify(file)}\n`;
          fs.writeSync(list, line);
          hash.update(line);
          count += 1;
          bytes += file.size;
        }
      }
    }
    fs.fsyncSync(list);
  } finally {
    fs.closeSync(list);
  }
  fs.rmSync(listing);
  return { kind, count, bytes, sha256: hash.digest('hex'), missing };
}

async function* linesOf(file: string): AsyncGenerator<ListedFile[]> {
  let group: ListedFile[] = [];
  const handle = await fs.promises.open(file);
  for await (const line of handle.readLines()) {
    group.push(JSON.parse(line) as ListedFile);
    if (group.length === MAX_PARALLEL) {
      yield group;
      group = [];
    }
  }
  if (group.length > 0) yield group;
}

/** null if storage does not have the file, or has another one under its key. */
async function saveFile(
  storage: Storage,
  folder: string,
  kind: Manifest['files']['kind'],
  file: ListedFile,
): Promise<SavedFile | null> {
  const { key, size, type, etag, version } = file;
  const stored =
    etag === null ? await storage.head(key) : await verifiedObject(storage, key, { etag, version });
  if (stored === null || stored.size !== size) return null;
  const saved = { key, size, type, etag: stored.etag };
  if (kind === 'listed') return { ...saved, sha256: null };
  return { ...saved, sha256: await copyFile(storage, key, stored, path.join(folder, copyPath(key))) };
}

/** null if the bytes are not the listed ones. */
async function verifiedObject(storage: Storage, key: string, pin: Pin): Promise<StoredObject | null> {
  try {
    return await storage.verify(key, pin);
  } catch (error) {
    if (error instanceof ObjectChanged) return null;
    throw error;
  }
}

async function copyFile(storage: Storage, key: string, pin: Pin, to: string): Promise<string> {
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  const hasher = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const output = fs.createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(await storage.get(key, { pin }), hasher, output);
  return hash.digest('hex');
}
