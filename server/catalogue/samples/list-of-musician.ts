import type { musicianSamples } from '#shared/catalogue/contract-samples.ts';
import { packPeaks } from '#shared/catalogue/rules-samples.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { shownMusician } from '../service.ts';
import * as queries from './queries-samples.ts';

/** The samples on a musician's page (docs/product/samples.md#who-may-listen). */
export async function listMusicianSamples(
  { db }: SignedInCtx,
  { params }: InputOf<typeof musicianSamples>,
): Promise<Result<ResponseOf<typeof musicianSamples>, ProblemOf<typeof musicianSamples>>> {
  const musician = await shownMusician(db, params.id);
  if (musician === undefined) return fail('not_found');
  const rows = await queries.playableSamples(db, [musician.id]);
  const samples = rows.map(({ id, title, did, seconds, peaks }) => ({
    id,
    title,
    did,
    seconds,
    peaks: packPeaks(peaks),
  }));
  return ok({ samples, total: samples.length });
}
