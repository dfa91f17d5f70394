import { PREVIEW_SECONDS, UNFINISHED_HOURS } from '#shared/catalogue/rules-samples.ts';
import { ok } from '#shared/lib/result.ts';
import { markForDeletion, unmark } from '../../db/doomed-objects.ts';
import { transaction } from '../../db/transaction.ts';
import type { Ctx, Job } from '../../ctx/ctx.ts';
import { ObjectChanged, StorageUnavailable, type Bytes } from '../../ctx/storage.ts';
import { makePreview, type Preview } from '../../lib/audio/preview.ts';
import { discardBytes } from './discard.ts';
import { newKey } from './new-key.ts';
import * as queries from './queries-samples.ts';

/** Makes the previews and waveforms of samples that have arrived (docs/product/samples.md#preview). */
export const makePreviews: Job = {
  name: 'catalogue.previews',
  cron: '* * * * *',
  async run(ctx) {
    for (const sample of await queries.withoutPreview(ctx.db)) await makePreviewOf(ctx, sample);
  },
};

/** Ids being read in this process: the queue starts another run when one takes too long, without ending the first. */
const reading = new Set<string>();

/** A sample that storage cannot provide does not delay the others; the next run tries again. */
async function makePreviewOf(ctx: Ctx, sample: queries.SampleToRead): Promise<void> {
  if (reading.has(sample.id)) return;
  reading.add(sample.id);
  try {
    const preview = await read(ctx, sample);
    if (preview !== null) await store(ctx, sample, preview);
    else
      await transaction(ctx, async (tx) => {
        await queries.lockMusician(tx, sample.musician_id);
        await queries.setUnreadable(tx, sample.id);
        return ok(null);
      });
  } catch (error) {
    if (error instanceof StorageUnavailable) throw error;
    ctx.log.warn({ err: error, sample: sample.id }, 'a preview could not be made');
  } finally {
    reading.delete(sample.id);
  }
}

/** null for what cannot be decoded, and for bytes that are not those that came. */
async function read({ storage, log }: Ctx, sample: queries.SampleToRead): Promise<Preview | null> {
  const { id, key, name, size, etag, version } = sample;
  const pin = etag === null ? null : { etag, version };
  const open = (range: Bytes) => storage.get(key, { range, pin });
  try {
    return await makePreview({ name, size, open }, PREVIEW_SECONDS);
  } catch (error) {
    if (!(error instanceof ObjectChanged)) throw error;
    log.error({ sample: id }, 'a sample was changed after it was uploaded');
    return null;
  }
}

/** Stores a preview. Its key is marked for deletion until the sample names it, so that a crash leaves nothing. */
async function store(ctx: Ctx, sample: queries.SampleToRead, preview: Preview): Promise<void> {
  const { storage } = ctx;
  const key = newKey(sample.musician_id, sample.id);
  await markForDeletion(ctx.db, [key], ctx.now);
  await storage.put(key, Buffer.from(preview.mp3.buffer), preview.mp3.length, 'audio/mpeg');
  const object = await storage.head(key);
  if (object?.size !== preview.mp3.length) throw new Error('Storage lost a preview');
  await transaction(ctx, async (tx) => {
    const { seconds: previewSeconds, total: seconds, peaks } = preview;
    await queries.lockMusician(tx, sample.musician_id);
    if (await queries.setPreview(tx, sample.id, { ...object, key, previewSeconds, seconds, peaks }))
      await unmark(tx, [key]);
    return ok(null);
  });
}

/** Removes samples whose upload never finished (docs/product/samples.md#sending). */
export const sweepSamples: Job = {
  name: 'catalogue.sweep-samples',
  cron: '*/10 * * * *',
  async run(ctx) {
    const before = ctx.now.subtract({ hours: UNFINISHED_HOURS });
    for (const sample of await queries.unfinishedSamples(ctx.db, before)) {
      const arrival = await ctx.storage.completed(sample.key, sample.put_id);
      await transaction(ctx, async (tx) => {
        await queries.lockMusician(tx, sample.musician_id);
        const row = await queries.sampleOf(tx, sample.musician_id, sample.id);
        if (row?.state !== 'arriving') return ok(null);
        await queries.removeSample(tx, row);
        await discardBytes(ctx, tx, row, arrival);
        return ok(null);
      });
    }
  },
};
