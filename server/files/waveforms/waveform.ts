import type { waveform } from '#shared/files/contract.ts';
import { isSupportedAudioFile } from '#shared/files/rules.ts';
import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { transaction } from '../../db/transaction.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { downloadAccess, ownSession } from '../access.ts';
import { makeWaveforms } from './jobs.ts';
import * as queries from './queries-waveforms.ts';

/**
 * The waveform and length of an audio file for whoever may download it now (docs/product/files.md#waveform). A
 * missing one is enqueued, at most once a minute.
 */
export async function waveformOf(
  ctx: SignedInCtx,
  { query }: InputOf<typeof waveform>,
): Promise<Result<ResponseOf<typeof waveform>, ProblemOf<typeof waveform>>> {
  const sessionResult = await ownSession(ctx, query.session_id);
  if (!sessionResult.ok) return sessionResult;
  const file = await queries.fileWithWaveform(ctx.db, query.session_id, query.file_id);
  if (file === undefined) return fail('not_found');
  if ((await downloadAccess(ctx, sessionResult.value, file.folder)).state !== 'offered')
    return fail('files_held');
  if (!isSupportedAudioFile(file.name) || file.changed_at !== null) return ok(NONE);
  if (file.made === null) {
    return transaction(ctx, async (tx) => {
      await ctx.events.enqueue(tx, makeWaveforms, {}, undefined, 'asked');
      return ok({ ...NONE, state: 'preparing' as const });
    });
  }
  if (file.peaks === null) return ok(NONE);
  return ok({ state: 'ready', seconds: file.seconds, peaks: [...file.peaks] });
}

const NONE: ResponseOf<typeof waveform> = { state: 'unavailable', seconds: null, peaks: [] };
