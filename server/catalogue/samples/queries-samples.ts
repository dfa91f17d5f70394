import { sql, type Insertable } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import type { Db, Tx } from '../../db/transaction.ts';
import type { Pin } from '../../ctx/storage.ts';

export type NewSample = Insertable<Tables['musician_samples']>;

/** A sample with all that its musician may see. */
export function sampleOf(db: Db, musicianId: string, id: string) {
  return db
    .selectFrom('musician_samples')
    .selectAll()
    .where('id', '=', id)
    .where('musician_id', '=', musicianId)
    .executeTakeFirst();
}

export type SampleRow = NonNullable<Awaited<ReturnType<typeof sampleOf>>>;

/** A musician's samples: by place, then those without one, oldest first. */
export function samplesOf(db: Db, musicianId: string): Promise<SampleRow[]> {
  return db
    .selectFrom('musician_samples')
    .selectAll()
    .where('musician_id', '=', musicianId)
    .orderBy('position', (order) => order.asc().nullsLast())
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** A sample that clients may play: `position` is set, and its preview is made. */
interface PlayableRow {
  readonly id: string;
  readonly musician_id: string;
  readonly title: string;
  readonly did: string;
  readonly seconds: number;
  readonly peaks: Buffer;
}

/** The samples of musicians that clients may play, by place; `first`: only each one's first. */
export async function playableSamples(
  db: Db,
  musicianIds: readonly string[],
  { first = false } = {},
): Promise<PlayableRow[]> {
  if (musicianIds.length === 0) return [];
  const { rows } = await sql<PlayableRow>`
    select s.* from unnest(${[...musicianIds]}::uuid[]) as m (id),
      lateral (
        select id, musician_id, title, did, preview_seconds as seconds, peaks from musician_samples
        where musician_id = m.id and position is not null and preview_key is not null
        order by position limit ${first ? 1 : null}) s`.execute(db);
  return rows;
}

const playable = (db: Db, id: string) =>
  db
    .selectFrom('musician_samples as s')
    .select([
      's.title',
      's.name',
      's.content_type',
      's.key',
      's.etag',
      's.version',
      's.state',
      's.preview_key',
      's.preview_version',
    ])
    .where('s.id', '=', id);

/** What a musician plays of a sample of their own. */
export function ownSample(db: Db, id: string, musicianId: string) {
  return playable(db, id).where('s.musician_id', '=', musicianId).executeTakeFirst();
}

/** A sample on the page of a musician on Explore. */
export function shownSample(db: Db, id: string) {
  return playable(db, id)
    .innerJoin('musicians as m', 'm.person_id', 's.musician_id')
    .where('m.visible', '=', true)
    .where('s.position', 'is not', null)
    .executeTakeFirst();
}

/** Locks a musician, whose samples then change one at a time; false when there is none. */
export async function lockMusician(tx: Tx, musicianId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('musicians')
    .select('person_id')
    .where('person_id', '=', musicianId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a person is a musician, and how many samples they have besides those that their draft deletes. */
export async function countSamples(db: Db, musicianId: string): Promise<number | null> {
  const { rows } = await sql<{ count: number }>`
    select (
      select count(*) from musician_samples s where s.musician_id = m.person_id and not exists (
        select from musician_drafts d
        where d.musician_id = s.musician_id and s.position is not null and d.body -> 'deleted' ? s.id::text)
    )::int as count
    from musicians m where m.person_id = ${musicianId}`.execute(db);
  return rows[0]?.count ?? null;
}

export async function insertSample(tx: Tx, row: NewSample): Promise<SampleRow> {
  return tx.insertInto('musician_samples').values(row).returningAll().executeTakeFirstOrThrow();
}

/** The next free place on a musician's page. */
export async function nextPosition(tx: Tx, musicianId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('musician_samples')
    .select((eb) => eb.fn.count<number>('position').as('count'))
    .where('musician_id', '=', musicianId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Sets columns of a sample; undefined when it is gone. */
export function setSample(
  tx: Tx,
  id: string,
  columns: Partial<Omit<NewSample, 'id' | 'musician_id'>>,
): Promise<SampleRow | undefined> {
  return tx
    .updateTable('musician_samples')
    .set(columns)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** A sample's place and words, as they are published. */
interface PlacedSample {
  readonly id: string;
  readonly title: string;
  readonly did: string;
  readonly shown: boolean;
}

/** Sets words of samples, and the places on a musician's page to the order of those shown. */
export async function placeSamples(
  tx: Tx,
  musicianId: string,
  samples: readonly PlacedSample[],
): Promise<void> {
  const shown = samples.filter((sample) => sample.shown).map(({ id }) => id);
  const places = samples.map(({ id }) => (shown.includes(id) ? shown.indexOf(id) : null));
  await sql`
    update musician_samples s set title = n.title, did = n.did, position = n.place
    from unnest(${samples.map(({ id }) => id)}::uuid[], ${samples.map(({ title }) => title)}::text[],
      ${samples.map(({ did }) => did)}::text[], ${places}::int[]) as n (id, title, did, place)
    where s.id = n.id and s.musician_id = ${musicianId}
      and (s.title, s.did, s.position) is distinct from (n.title, n.did, n.place)`.execute(tx);
}

/** Deletes a sample and closes the gap in the order. */
export async function removeSample(
  tx: Tx,
  { id, musician_id, position }: Pick<SampleRow, 'id' | 'musician_id' | 'position'>,
): Promise<void> {
  await tx.deleteFrom('musician_samples').where('id', '=', id).execute();
  await closeGap(tx, musician_id, position);
}

/** Moves what stands behind a place one place forward. */
async function closeGap(tx: Tx, musicianId: string, position: number | null): Promise<void> {
  if (position === null) return;
  await tx
    .updateTable('musician_samples')
    .set((eb) => ({ position: eb('position', '-', 1) }))
    .where('musician_id', '=', musicianId)
    .where('position', '>', position)
    .execute();
}

/** Samples that wait for their preview, oldest first. */
export function withoutPreview(db: Db) {
  return db
    .selectFrom('musician_samples')
    .select(['id', 'musician_id', 'key', 'name', 'size', 'etag', 'version'])
    .where('state', '=', 'kept')
    .where('preview_key', 'is', null)
    .orderBy('created_at')
    .limit(100)
    .execute();
}

export type SampleToRead = Awaited<ReturnType<typeof withoutPreview>>[number];

/** A preview as it is recorded. */
export interface NewPreview extends Pin {
  readonly key: string;
  readonly size: number;
  readonly previewSeconds: number;
  readonly seconds: number;
  readonly peaks: Uint8Array;
}

/** Records the preview of a sample; false when the sample is gone or has one. */
export async function setPreview(tx: Tx, id: string, preview: NewPreview): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('musician_samples')
    .set({
      seconds: preview.seconds,
      preview_key: preview.key,
      preview_size: preview.size,
      preview_etag: preview.etag,
      preview_version: preview.version,
      preview_seconds: preview.previewSeconds,
      peaks: Buffer.from(preview.peaks),
    })
    .where('id', '=', id)
    .where('state', '=', 'kept')
    .where('preview_key', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes a sample that cannot be read off its musician's page, and closes the gap in the order. */
export async function setUnreadable(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ musician_id: string; position: number | null }>`
    with old as (select id, musician_id, position from musician_samples
      where id = ${id} and state = 'kept' and preview_key is null)
    update musician_samples s set state = 'unreadable', position = null from old where s.id = old.id
    returning old.musician_id, old.position`.execute(tx);
  for (const { musician_id, position } of rows) await closeGap(tx, musician_id, position);
}

/** Uploads that were begun before an instant and have not finished. */
export function unfinishedSamples(db: Db, before: Temporal.Instant): Promise<SampleRow[]> {
  return db
    .selectFrom('musician_samples')
    .selectAll()
    .where('state', '=', 'arriving')
    .where('created_at', '<=', before)
    .orderBy('created_at')
    .limit(100)
    .execute();
}
