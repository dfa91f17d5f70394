import { markForDeletion } from '../../db/doomed-objects.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import type { Completed } from '../../ctx/storage.ts';
import { enqueueAborts } from '../../storage/uploads.ts';
import type { SampleRow } from './queries-samples.ts';

/** Marks everything of a removed sample at storage for deletion, and aborts its open upload. */
export async function discardBytes(
  ctx: Ctx,
  tx: Tx,
  sample: Pick<SampleRow, 'key' | 'put_id' | 'preview_key'>,
  arrival: Completed | 'wrong_size' | null = null,
): Promise<void> {
  // A sealed upload has another key than it was begun with.
  const arrived = arrival === null || arrival === 'wrong_size' ? [] : [arrival.key];
  const preview = sample.preview_key === null ? [] : [sample.preview_key];
  await markForDeletion(tx, [...new Set([sample.key, ...arrived, ...preview])], ctx.now);
  await enqueueAborts(ctx, tx, [{ ...sample, upload_id: null }]);
}
