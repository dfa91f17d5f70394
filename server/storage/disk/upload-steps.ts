import { randomUUID } from 'node:crypto';
import { combineCrc32 } from './crc32.ts';
import { StoreError } from './errors.ts';
import type { Layout, ObjectRecord, PartRecord, UploadRecord } from './layout.ts';

/** Every part but the last has at least 5 MiB, as on S3. */
const MIN_PART_BYTES = 5 * 1024 * 1024;

/** An open upload by its key and id. */
export interface UploadAt {
  readonly layout: Layout;
  readonly key: string;
  readonly id: string;
}

/** Opens an upload of a media type; returns its id. */
export async function create(
  { layout, key, now }: { readonly layout: Layout; readonly key: string; readonly now: Temporal.Instant },
  type: string,
): Promise<string> {
  const upload: UploadRecord = { id: randomUUID(), key, type, initiated: now.toString() };
  await layout.createUpload(upload);
  return upload.id;
}

/** The record of an open upload; 404 where there is none of that id for the key. */
export async function open({ layout, key, id }: UploadAt): Promise<UploadRecord> {
  const upload = await layout.readUpload(id);
  if (upload?.key !== key) throw new StoreError(404, 'NoSuchUpload');
  return upload;
}

/** Of an open upload all parts, of one that is being completed all or none. */
export const parts = (at: UploadAt): Promise<readonly PartRecord[]> =>
  at.layout.locked(at.key, async () => at.layout.parts((await open(at)).id));

/** Deletes an open upload with its parts. */
export async function abort(at: UploadAt): Promise<void> {
  const { layout, key } = at;
  await layout.locked(key, async () => {
    const { id } = await open(at);
    const sent = await layout.parts(id);
    await layout.deleteUpload(id);
    // A completion that was cut off between its two steps has given these bytes to the object.
    const object = await layout.readObject(key);
    const used = new Set((object?.parts ?? []).map((part) => part.file));
    await layout.deleteBytes(sent.filter((part) => !used.has(part.file)));
  });
}

/** What a completion asks for. */
export interface Completion extends UploadAt {
  readonly requested: readonly { readonly number: number; readonly etag: string }[];
  /** By a link: it never replaces an object. */
  readonly presigned: boolean;
  /** The largest object in bytes. */
  readonly maxBytes: number;
  readonly now: Temporal.Instant;
}

/**
 * Makes the parts an object: the record lists them; no byte is copied. Idempotent. Refuses as S3 does; 412 where a link
 * would replace an object (docs/product/storage.md#sealed-uploads).
 */
export function complete(asked: Completion): Promise<ObjectRecord> {
  const { layout, key, id } = asked;
  return layout.locked(key, async () => {
    const existing = await layout.readObject(key);
    if (existing !== null && existing.uploadId === id) return existing;
    const upload = await open(asked);
    if (existing !== null && asked.presigned) throw new StoreError(412, 'PreconditionFailed');
    const all = await layout.parts(upload.id);
    const object = assemble(asked, upload, choose(all, asked.requested));
    await layout.writeObject(object);
    await layout.deleteUpload(upload.id);
    const used = new Set(object.parts.map((part) => part.file));
    await layout.deleteBytes(all.filter((part) => !used.has(part.file)));
    return object;
  });
}

function choose(all: readonly PartRecord[], requested: Completion['requested']): readonly PartRecord[] {
  const byNumber = new Map(all.map((part) => [part.number, part]));
  return requested.map(({ number, etag }, index) => {
    const part = byNumber.get(number);
    if (part?.etag !== etag) throw new StoreError(400, 'InvalidPart');
    if (number <= (requested[index - 1]?.number ?? 0)) throw new StoreError(400, 'InvalidPartOrder');
    if (index < requested.length - 1 && part.size < MIN_PART_BYTES) {
      throw new StoreError(400, 'EntityTooSmall');
    }
    return part;
  });
}

function assemble(
  { key, maxBytes, now }: Completion,
  upload: UploadRecord,
  chosen: readonly PartRecord[],
): ObjectRecord {
  const size = chosen.reduce((sum, part) => sum + part.size, 0);
  if (size > maxBytes) throw new StoreError(400, 'EntityTooLarge');
  return {
    key,
    type: upload.type,
    size,
    crc32: chosen.reduce((sum, part) => combineCrc32(sum, part.crc32, part.size), 0),
    etag: `${upload.id.replaceAll('-', '')}-${chosen.length}`,
    modified: now.toString(),
    uploadId: upload.id,
    parts: [...chosen],
  };
}
