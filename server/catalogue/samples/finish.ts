import type { finishSample as finishSampleEndpoint } from '#shared/catalogue/contract-samples.ts';
import { audioKind, HEAD_BYTES, MAX_SAMPLE_BYTES, type AudioKind } from '#shared/catalogue/rules-samples.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { transaction } from '../../db/transaction.ts';
import type { Ctx, SignedInCtx } from '../../ctx/ctx.ts';
import type { Bytes, Completed } from '../../ctx/storage.ts';
import { findWav } from '../../lib/audio/wav-header.ts';
import { findArrival } from '../../storage/uploads.ts';
import { discardBytes } from './discard.ts';
import { makePreviews } from './jobs.ts';
import { ownSample } from './list.ts';
import * as queries from './queries-samples.ts';

type Outcome = Result<ResponseOf<typeof finishSampleEndpoint>, ProblemOf<typeof finishSampleEndpoint>>;

const TYPES: Readonly<Record<AudioKind, string>> = { wav: 'audio/wav', mp3: 'audio/mpeg' };

/**
 * Records a sample whose bytes have arrived (docs/product/samples.md#sending). It is on no page until the musician
 * publishes it. What is no audio leaves nothing.
 */
export async function finishSample(
  ctx: SignedInCtx,
  { params }: InputOf<typeof finishSampleEndpoint>,
): Promise<Outcome> {
  const { actor } = ctx;
  const sample = await queries.sampleOf(ctx.db, actor.id, params.id);
  if (sample === undefined) return fail('not_found');
  if (sample.state !== 'arriving') return ok({ sample: ownSample(sample) });
  const arrival = await findArrival(ctx.storage, { ...sample, upload_id: null }, MAX_SAMPLE_BYTES);
  if (arrival === null) return fail('not_arrived');
  const kind = arrival === 'wrong_size' ? null : await kindOf(ctx, sample.name, arrival);
  const done = await transaction(ctx, async (tx): Promise<{ readonly ok: true; readonly value: Outcome }> => {
    await queries.lockMusician(tx, actor.id);
    const row = await queries.sampleOf(tx, actor.id, params.id);
    if (row?.state !== 'arriving') {
      // Deleted meanwhile, or recorded by another call.
      if (row === undefined) await discardBytes(ctx, tx, sample, arrival);
      return ok(row === undefined ? fail('not_found') : ok({ sample: ownSample(row) }));
    }
    if (kind === null || arrival === 'wrong_size') {
      await queries.removeSample(tx, row);
      await discardBytes(ctx, tx, sample, arrival);
      return ok(fail('not_audio'));
    }
    const { key, object } = arrival;
    const recorded = await queries.setSample(tx, row.id, {
      key,
      put_id: null,
      etag: object.etag,
      version: object.version,
      content_type: TYPES[kind],
      state: 'kept',
    });
    await ctx.events.enqueue(tx, makePreviews, {});
    return ok(recorded === undefined ? fail('not_found') : ok({ sample: ownSample(recorded) }));
  });
  return done.value;
}

/** What the bytes are, by their beginning; null for what no reader of ours takes. */
async function kindOf({ storage }: Ctx, name: string, { key, object }: Completed): Promise<AudioKind | null> {
  const open = (range: Bytes) => storage.get(key, { range, pin: object });
  const end = Math.min(object.size, HEAD_BYTES) - 1;
  const head = Buffer.concat(await (await open({ start: 0, end })).toArray());
  const kind = audioKind(head);
  if (kind !== 'wav') return kind;
  return (await findWav({ name, size: object.size, open })) === null ? null : 'wav';
}
