import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/sessions/contract.ts';
import { validateTrack } from '#shared/sessions/rules-track.ts';
import { transaction } from '../db/transaction.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { countTracks, insertTrack, tracksOf, type TrackRow } from './queries-tracks.ts';

const trimmed = (text: string | null | undefined): string | null => text?.trim() || null;

/** Adds a track to the client's own (docs/product/sessions.md#tracks). */
export async function createTrack(
  ctx: SignedInCtx,
  { body }: InputOf<typeof contract.createTrack>,
): Promise<Result<ResponseOf<typeof contract.createTrack>, ProblemOf<typeof contract.createTrack>>> {
  const errors = validateTrack(body);
  if (errors.length > 0) return fail('invalid', { errors });
  return transaction(ctx, async (tx) => {
    const row = await insertTrack(tx, {
      client_id: ctx.actor.id,
      title: body.title.trim(),
      track_genre: trimmed(body.track_genre),
      reference_track: trimmed(body.reference_track),
      meter: trimmed(body.meter),
      bpm: trimmed(body.bpm),
      sample_rate: trimmed(body.sampleRate),
      created_at: ctx.now,
    });
    return ok({ id: row.id, track: shown(row) });
  });
}

/** The client's tracks, newest first. */
export async function listTracks(
  { db, actor }: SignedInCtx,
  { query }: InputOf<typeof contract.listTracks>,
): Promise<Result<ResponseOf<typeof contract.listTracks>, never>> {
  const { page, size } = query;
  const [rows, total] = await Promise.all([
    tracksOf(db, actor.id, { limit: size, offset: page * size }),
    countTracks(db, actor.id),
  ]);
  return ok({ tracks: rows.map(shown), total });
}

function shown({ sample_rate, options, ...track }: TrackRow): contract.Track {
  return { ...track, sampleRate: sample_rate, options: options as Record<string, unknown> };
}
