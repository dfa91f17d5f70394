import { ok } from '#shared/lib/result.ts';
import { markForDeletion, unmark } from '../../db/doomed-objects.ts';
import { transaction } from '../../db/transaction.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import type { StoredObject } from '../../ctx/storage.ts';
import { newId } from '../../lib/ids.ts';
import { newKey } from './new-key.ts';
import * as queries from './queries-samples.ts';

/** A short mp3 whose waveform is known, so that it is its own preview. */
export interface ReadySample {
  readonly musicianId: string;
  readonly title: string;
  readonly did: string;
  readonly name: string;
  readonly mp3: Buffer;
  readonly seconds: number;
  readonly peaks: Uint8Array;
}

/** Adds a sample to a musician's published page, at its end, without sending and decoding it. */
export async function addSample(ctx: Ctx, sample: ReadySample): Promise<void> {
  const { musicianId, title, did, name, mp3, seconds, peaks } = sample;
  const id = newId();
  const [key, previewKey] = [newKey(musicianId, id), newKey(musicianId, id)];
  // Marked until the sample names them, so that a crash leaves nothing.
  await markForDeletion(ctx.db, [key, previewKey], ctx.now);
  const original = await put(ctx, key, mp3);
  const preview = await put(ctx, previewKey, mp3);
  await transaction(ctx, async (tx) => {
    await queries.lockMusician(tx, musicianId);
    await queries.insertSample(tx, {
      id,
      musician_id: musicianId,
      title,
      did,
      name,
      content_type: 'audio/mpeg',
      size: mp3.length,
      key,
      etag: original.etag,
      version: original.version,
      state: 'kept',
      position: await queries.nextPosition(tx, musicianId),
      seconds,
      preview_key: previewKey,
      preview_size: mp3.length,
      preview_etag: preview.etag,
      preview_version: preview.version,
      preview_seconds: seconds,
      peaks: Buffer.from(peaks),
      created_at: ctx.now,
    });
    await unmark(tx, [key, previewKey]);
    return ok(null);
  });
}

async function put({ storage }: Ctx, key: string, mp3: Buffer): Promise<StoredObject> {
  await storage.put(key, mp3, mp3.length, 'audio/mpeg');
  const object = await storage.head(key);
  if (object === null) throw new Error('Storage lost a sample');
  return object;
}
