import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { codeOf } from './errors.ts';

const Bytes = z.object({ file: z.uuid(), size: z.int(), crc32: z.int(), etag: z.string() });
/** One file in `data/` and its facts. */
export type Bytes = z.infer<typeof Bytes>;

const ObjectRecord = z.object({
  key: z.string(),
  type: z.string(),
  size: z.int(),
  crc32: z.int(),
  etag: z.string(),
  modified: z.string(),
  /** The multipart upload that made it, so that a repeated completion gets the same response. */
  uploadId: z.nullable(z.string()),
  parts: z.array(Bytes),
});
/** Makes an object visible: written last, by one rename. */
export type ObjectRecord = z.infer<typeof ObjectRecord>;

const UploadRecord = z.object({ id: z.uuid(), key: z.string(), type: z.string(), initiated: z.string() });
export type UploadRecord = z.infer<typeof UploadRecord>;

const PartRecord = z.extend(Bytes, { number: z.int() });
export type PartRecord = z.infer<typeof PartRecord>;

/** The store's folders (docs/product/storage.md#our-own-store). No path is made from a key. */
export class Layout {
  readonly dir: string;
  /** Files being written, or written and not yet named by a record: the sweep skips them. */
  readonly busy = new Set<string>();
  readonly #locks = new Map<string, Promise<unknown>>();

  constructor(dir: string) {
    this.dir = dir;
  }

  async prepare(): Promise<void> {
    for (const name of ['tmp', 'data', 'objects', 'uploads']) {
      await mkdir(join(this.dir, name), { recursive: true });
    }
  }

  tmpPath(file: string): string {
    return join(this.dir, 'tmp', file);
  }

  dataPath(file: string): string {
    return join(this.dir, 'data', file.slice(0, 2), file);
  }

  #objectPath(key: string): string {
    const hash = createHash('sha256').update(key).digest('hex');
    return join(this.dir, 'objects', hash.slice(0, 2), `${hash}.json`);
  }

  #uploadPath(id: string, name: string): string {
    return join(this.dir, 'uploads', id, name);
  }

  /** Moves a complete, synced temp file to the data. */
  async storeBytes(file: string): Promise<void> {
    const to = this.dataPath(file);
    await makeDir(dirname(to));
    await rename(this.tmpPath(file), to);
    await syncDir(dirname(to));
  }

  /** The length of a data file in bytes; 0 where it is missing. */
  async bytesOnDisk(file: string): Promise<number> {
    try {
      return (await stat(this.dataPath(file))).size;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return 0;
      throw error;
    }
  }

  async deleteBytes(parts: readonly Bytes[]): Promise<void> {
    for (const part of parts) await rm(this.dataPath(part.file), { force: true });
  }

  async readObject(key: string): Promise<ObjectRecord | null> {
    return readRecord(this.#objectPath(key), ObjectRecord);
  }

  /** Makes the object visible and deletes the bytes that the key had before. */
  async writeObject(record: ObjectRecord): Promise<void> {
    const before = await this.readObject(record.key);
    await this.#writeRecord(this.#objectPath(record.key), record);
    const used = new Set(record.parts.map((part) => part.file));
    await this.deleteBytes((before?.parts ?? []).filter((part) => !used.has(part.file)));
  }

  /** The record goes first: afterwards nobody can find bytes that are about to be deleted. */
  async deleteObject(key: string): Promise<void> {
    const before = await this.readObject(key);
    if (!before) return;
    await rm(this.#objectPath(key), { force: true });
    await syncDir(dirname(this.#objectPath(key)));
    await this.deleteBytes(before.parts);
  }

  async *objects(): AsyncGenerator<ObjectRecord> {
    for (const path of await filesIn(join(this.dir, 'objects'))) {
      const record = await readRecord(path, ObjectRecord);
      if (record) yield record;
    }
  }

  async *dataFiles(): AsyncGenerator<string> {
    for (const path of await filesIn(join(this.dir, 'data'))) yield path.slice(-36);
  }

  async createUpload(record: UploadRecord): Promise<void> {
    await makeDir(join(this.dir, 'uploads', record.id));
    await this.#writeRecord(this.#uploadPath(record.id, 'upload.json'), record);
  }

  async readUpload(id: string): Promise<UploadRecord | null> {
    if (!z.uuid().safeParse(id).success) return null;
    return readRecord(this.#uploadPath(id, 'upload.json'), UploadRecord);
  }

  async uploads(): Promise<readonly string[]> {
    return readdir(join(this.dir, 'uploads'));
  }

  async writePart(id: string, part: PartRecord): Promise<void> {
    await this.#writeRecord(this.#uploadPath(id, `${part.number}.json`), part);
  }

  async part(id: string, number: number): Promise<PartRecord | null> {
    return readRecord(this.#uploadPath(id, `${number}.json`), PartRecord);
  }

  /** An upload's parts by number. */
  async parts(id: string): Promise<readonly PartRecord[]> {
    const parts: PartRecord[] = [];
    for (const name of await readdir(join(this.dir, 'uploads', id)).catch(() => [])) {
      if (!/^\d+\.json$/.test(name)) continue;
      const part = await readRecord(this.#uploadPath(id, name), PartRecord);
      if (part) parts.push(part);
    }
    return parts.toSorted((a, b) => a.number - b.number);
  }

  /** The record goes first: an upload that has one has all its parts, even after a crash. */
  async deleteUpload(id: string): Promise<void> {
    await rm(this.#uploadPath(id, 'upload.json'), { force: true });
    await rm(join(this.dir, 'uploads', id), { recursive: true, force: true });
  }

  /** Serializes changes to one key's records. */
  async locked<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#locks.get(key) ?? Promise.resolve();
    const turn = before.then(work, work);
    this.#locks.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.#locks.get(key) === turn) this.#locks.delete(key);
    }
  }

  /** Temp file, fsync, rename, fsync of the folder: a record exists completely or not at all. */
  async #writeRecord(path: string, record: unknown): Promise<void> {
    const file = randomUUID();
    this.busy.add(file);
    try {
      const handle = await open(this.tmpPath(file), 'wx');
      try {
        await handle.writeFile(JSON.stringify(record));
        await handle.sync();
      } finally {
        await handle.close();
      }
      if (path.startsWith(join(this.dir, 'objects'))) await makeDir(dirname(path));
      await rename(this.tmpPath(file), path);
      await syncDir(dirname(path));
    } catch (error) {
      await rm(this.tmpPath(file), { force: true });
      throw error;
    } finally {
      this.busy.delete(file);
    }
  }
}

async function readRecord<T>(path: string, shape: z.ZodMiniType<T>): Promise<T | null> {
  try {
    return shape.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** A new folder is on disk only when its parent is. */
async function makeDir(path: string): Promise<void> {
  const created = await mkdir(path, { recursive: true });
  if (created !== undefined) await syncDir(dirname(created));
}

/** Windows cannot open a folder to sync it, and does not need it. */
async function syncDir(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The files two levels down, where hashes and random names are spread over folders. */
async function filesIn(dir: string): Promise<string[]> {
  const paths: string[] = [];
  for (const group of await readdir(dir)) {
    for (const name of await readdir(join(dir, group))) paths.push(join(dir, group, name));
  }
  return paths;
}
