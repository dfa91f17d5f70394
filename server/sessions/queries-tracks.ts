import type { Db, Tx } from '../db/transaction.ts';
import { newId } from '../lib/ids.ts';

const FIELDS = [
  'id',
  'title',
  'track_genre',
  'reference_track',
  'meter',
  'bpm',
  'sample_rate',
  'options',
] as const;

/** A track's row as it is shown. */
export type TrackRow = Awaited<ReturnType<typeof insertTrack>>;

interface NewTrack {
  readonly client_id: string;
  readonly title: string;
  readonly track_genre: string | null;
  readonly reference_track: string | null;
  readonly meter: string | null;
  readonly bpm: string | null;
  readonly sample_rate: string | null;
  readonly created_at: Temporal.Instant;
}

export function insertTrack(tx: Tx, track: NewTrack) {
  return tx
    .insertInto('tracks')
    .values({ ...track, id: newId() })
    .returning(FIELDS)
    .executeTakeFirstOrThrow();
}

/** A page of a client's tracks, newest first. */
export function tracksOf(db: Db, clientId: string, page: { limit: number; offset: number }) {
  return db
    .selectFrom('tracks')
    .select(FIELDS)
    .where('client_id', '=', clientId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countTracks(db: Db, clientId: string): Promise<number> {
  const { count } = await db
    .selectFrom('tracks')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  return count;
}
