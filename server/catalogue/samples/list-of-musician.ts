import type { musicianSamples } from '#shared/catalogue/contract-samples.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { shownMusician } from '../service.ts';
import { samplesOnPage } from './list.ts';

/** The samples on a musician's page (docs/product/samples.md#who-may-listen). */
export async function listMusicianSamples(
  { db }: SignedInCtx,
  { params }: InputOf<typeof musicianSamples>,
): Promise<Result<ResponseOf<typeof musicianSamples>, ProblemOf<typeof musicianSamples>>> {
  const musician = await shownMusician(db, params.id);
  if (musician === undefined) return fail('not_found');
  const samples = await samplesOnPage(db, musician.id);
  return ok({ samples, total: samples.length });
}
