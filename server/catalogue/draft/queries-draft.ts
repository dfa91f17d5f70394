import { sql } from 'kysely';
import type { Profile } from '#shared/catalogue/rules-draft.ts';
import type { Db, Tx } from '../../db/transaction.ts';

/** A musician's draft, with what is published beside its samples; undefined for who is no musician. */
export interface DraftRow {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly email: string;
  readonly published: boolean;
  readonly visible: boolean;
  readonly title: string;
  readonly card_description: string;
  readonly bio: string;
  readonly styles: string[];
  readonly instruments: string[];
  readonly services: string[];
  /** null before the first change. */
  readonly body: Profile | null;
  readonly version: number;
  readonly saved_at: Temporal.Instant | null;
  readonly submitted_at: Temporal.Instant | null;
  readonly returned_note: string | null;
}

export async function draftRow(
  db: Db,
  by: { readonly id: string } | { readonly slug: string },
): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`
    select m.person_id as id, m.slug, p.name, p.email, m.published, m.visible, m.title, m.card_description, m.bio, m.styles,
      array(select i.id from musician_instruments mi join instruments i on i.id = mi.instrument_id
        where mi.musician_id = m.person_id order by i.position, i.id) as instruments,
      array(select s.id from musician_services ms join services s on s.id = ms.service_id
        where ms.musician_id = m.person_id order by s.position, s.id) as services,
      d.body, coalesce(d.version, 0) as version, d.saved_at, d.submitted_at, d.returned_note
    from musicians m join people p on p.id = m.person_id
    left join musician_drafts d on d.musician_id = m.person_id
    where ${'id' in by ? sql`m.person_id = ${by.id}` : sql`m.slug = ${by.slug}`}`.execute(db);
  return rows[0];
}

/** The drafts that wait for approval, the longest first. */
export function submittedDrafts(db: Db) {
  return db
    .selectFrom('musician_drafts as d')
    .innerJoin('musicians as m', 'm.person_id', 'd.musician_id')
    .innerJoin('people as p', 'p.id', 'd.musician_id')
    .select(['m.slug', 'p.name', 'd.version', 'd.submitted_at', 'm.published'])
    .where('d.submitted_at', 'is not', null)
    .where('p.role', '=', 'partner')
    .orderBy('d.submitted_at')
    .execute();
}

/** Everything that a musician can choose of the catalogue, in its order. */
export async function choices(db: Db) {
  const instruments = db.selectFrom('instruments').select(['id', 'label']).orderBy('position').orderBy('id');
  const services = db
    .selectFrom('services')
    .select(['id', 'label', 'short_description', 'credits'])
    .select((builder) => builder('unit_minutes', '*', builder.ref('slots')).as('minutes'))
    .where('offered', '=', true)
    .orderBy('position')
    .orderBy('id');
  return { instruments: await instruments.execute(), services: await services.execute() };
}

/** The columns of a stored draft that a change sets. */
export interface DraftColumns {
  readonly body: Profile;
  readonly saved_at: Temporal.Instant;
  readonly submitted_at: Temporal.Instant | null;
  readonly returned_note: string | null;
  /** Set when the draft is published with this change. */
  readonly published_at?: Temporal.Instant;
}

/** Stores a draft under the next version. */
export async function storeDraft(
  tx: Tx,
  { musicianId, version }: { readonly musicianId: string; readonly version: number },
  { body, ...columns }: DraftColumns,
): Promise<void> {
  const values = { ...columns, body: JSON.stringify(body), version };
  await tx
    .insertInto('musician_drafts')
    .values({ musician_id: musicianId, ...values })
    .onConflict((conflict) => conflict.column('musician_id').doUpdateSet(values))
    .execute();
}

/** Makes a profile the published one, except for its samples. The first time the musician comes onto Explore, a blocked one once that has ended. */
export async function setProfile(tx: Tx, musicianId: string, profile: Profile): Promise<void> {
  const { title, card_description, bio, styles, instruments, services } = profile;
  await tx
    .updateTable('musicians')
    .set({ title, card_description, bio, styles: [...styles], published: true })
    .set({ visible: sql<boolean>`(visible or not published) and visible_unblocked is null` })
    .set({
      visible_unblocked: sql<
        boolean | null
      >`visible_unblocked or (not published and visible_unblocked is not null)`,
    })
    .where('person_id', '=', musicianId)
    .execute();
  await sql`
    delete from musician_instruments
    where musician_id = ${musicianId} and not instrument_id = any(${[...instruments]}::uuid[])`.execute(tx);
  await sql`
    insert into musician_instruments (musician_id, instrument_id)
    select ${musicianId}::uuid, id from instruments where id = any(${[...instruments]}::uuid[])
    on conflict do nothing`.execute(tx);
  await setOffered(tx, musicianId, services);
}

/** Sets which services a musician offers. */
export async function setOffered(tx: Tx, musicianId: string, services: readonly string[]): Promise<void> {
  await sql`
    delete from musician_services
    where musician_id = ${musicianId} and not service_id = any(${[...services]}::uuid[])`.execute(tx);
  await sql`
    insert into musician_services (musician_id, service_id)
    select ${musicianId}::uuid, id from services where id = any(${[...services]}::uuid[])
    on conflict do nothing`.execute(tx);
}

/** Every service of the catalogue with its name, in the catalogue's order. */
export function serviceChoices(db: Db) {
  return db
    .selectFrom('services')
    .select(['id', 'value', 'label', 'offered'])
    .orderBy('position')
    .orderBy('id')
    .execute();
}
