import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Layout } from './layout.ts';

/** Unfinished uploads are deleted after this time. */
const STALE_UPLOAD_HOURS = 7 * 24;

/** How many files and uploads a sweep deleted. */
export interface Swept {
  readonly temporary: number;
  readonly uploads: number;
  readonly orphans: number;
}

/**
 * Deletes what crashes and abandoned uploads left (docs/product/storage.md#sweeping). Safe while requests run
 * in this process.
 */
export async function sweep(layout: Layout, now: Temporal.Instant): Promise<Swept> {
  let temporary = 0;
  for (const file of await readdir(join(layout.dir, 'tmp'))) {
    if (layout.busy.has(file)) continue;
    await rm(layout.tmpPath(file), { force: true });
    temporary += 1;
  }
  const uploads = await sweepUploads(layout, now);
  return { temporary, uploads, orphans: await sweepOrphans(layout) };
}

async function sweepUploads(layout: Layout, now: Temporal.Instant): Promise<number> {
  const oldest = now.subtract({ hours: STALE_UPLOAD_HOURS });
  let gone = 0;
  for (const id of await layout.uploads()) {
    const upload = await layout.readUpload(id);
    // A folder without its record is half made (seconds old) or half deleted; the latter has no readers.
    if (upload && Temporal.Instant.compare(upload.initiated, oldest) >= 0) continue;
    if (!upload && (await readdir(join(layout.dir, 'uploads', id))).length === 0) continue;
    await layout.deleteUpload(id);
    gone += 1;
  }
  return gone;
}

/**
 * Order: files, then which are busy, then uploads, then objects. Bytes move only in that direction, so none
 * that are named are missed.
 */
async function sweepOrphans(layout: Layout): Promise<number> {
  const orphans = new Set(await Array.fromAsync(layout.dataFiles()));
  for (const file of layout.busy) orphans.delete(file);
  for (const id of await layout.uploads()) {
    for (const part of await layout.parts(id)) orphans.delete(part.file);
  }
  for await (const record of layout.objects()) {
    for (const part of record.parts) orphans.delete(part.file);
  }
  for (const file of orphans) await rm(layout.dataPath(file), { force: true });
  return orphans.size;
}
