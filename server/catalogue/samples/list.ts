import type { ownSamples, OwnSample, Sample } from '#shared/catalogue/contract-samples.ts';
import type { DraftSample } from '#shared/catalogue/rules-draft.ts';
import { CARD_PEAKS, packPeaks } from '#shared/catalogue/rules-samples.ts';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { Db } from '../../db/transaction.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import * as queries from './queries-samples.ts';

/** A sample as its musician sees it. */
export function ownSample(row: queries.SampleRow): OwnSample {
  const { id, title, did, position, name, size, seconds, preview_seconds, peaks } = row;
  const state =
    row.state !== 'kept' ? row.state : row.preview_key === null ? ('preparing' as const) : ('ready' as const);
  const shown = { id, title, did, position, name, size, state, seconds, preview_seconds };
  return { ...shown, peaks: peaks === null ? '' : packPeaks(peaks) };
}

/** All samples of a musician, for themselves. */
export async function samplesFor(
  db: Db,
  musicianId: string,
): Promise<{ samples: OwnSample[]; total: number }> {
  const rows = await queries.samplesOf(db, musicianId);
  return { samples: rows.map(ownSample), total: rows.length };
}

/** The musician's own samples (docs/product/samples.md#states). */
export async function listOwnSamples(
  ctx: SignedInCtx,
): Promise<Result<ResponseOf<typeof ownSamples>, never>> {
  return ok(await samplesFor(ctx.db, ctx.actor.id));
}

/** The first sample of each musician that has one, with the few peaks of a card (docs/product/samples.md#card). */
export async function firstSamples(
  db: Db,
  musicianIds: readonly string[],
): Promise<ReadonlyMap<string, Sample>> {
  const rows = await queries.playableSamples(db, musicianIds, { first: true });
  return new Map(
    rows.map(({ musician_id, peaks, ...sample }) => [
      musician_id,
      { ...sample, peaks: packPeaks(peaks, CARD_PEAKS) },
    ]),
  );
}

/** The samples on a musician's page, in their order (docs/product/samples.md#who-may-listen). */
export async function samplesOnPage(db: Db, musicianId: string): Promise<Sample[]> {
  const rows = await queries.playableSamples(db, [musicianId]);
  return rows.map(({ id, title, did, seconds, peaks }) => ({
    id,
    title,
    did,
    seconds,
    peaks: packPeaks(peaks),
  }));
}

/** The samples that a draft has on its page and that can be played, with its words. */
export function draftedSamples(items: readonly DraftSample[], rows: readonly queries.SampleRow[]): Sample[] {
  return items.flatMap(({ id, title, did, shown }) => {
    const row = rows.find((one) => one.id === id);
    if (!shown || row?.peaks == null || row.preview_seconds === null) return [];
    return [{ id, title, did, seconds: row.preview_seconds, peaks: packPeaks(row.peaks) }];
  });
}
