import { sql, type Insertable, type Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';
import type { Db, Tx } from '../db/transaction.ts';
import { fixed } from '../db/fixed.ts';

/** Instruments in the studio's order, each with how many visible musicians play it. */
export function instruments(db: Db) {
  return db
    .selectFrom('instruments as i')
    .leftJoin('musician_instruments as mi', 'mi.instrument_id', 'i.id')
    .leftJoin('musicians as m', (on) =>
      on.onRef('m.person_id', '=', 'mi.musician_id').on('m.visible', '=', true),
    )
    .select(['i.id', 'i.slug', 'i.label'])
    .select((builder) => builder.fn.count<number>('m.person_id').as('musicians'))
    .groupBy('i.id')
    .orderBy('i.position')
    .orderBy('i.id')
    .execute();
}

/** One musician by id, or by slug. */
export function musician(db: Db, by: { readonly id: string } | { readonly slug: string }) {
  return 'id' in by ? musicianOfId.first(db, by) : musicianOfSlug.first(db, by);
}

const musicians = (db: Kysely<Tables>) =>
  db
    .selectFrom('musicians as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .select([
      'm.person_id as id',
      'm.slug',
      'p.name',
      'm.title',
      'm.bio',
      'm.card_description',
      'm.styles',
      sql<string | null>`coalesce(p.avatar, m.image)`.as('image_url'),
      'm.zone',
      'm.visible',
      'm.services_first',
      'm.sessions_type',
      'm.zoom_link',
      'm.audiomovers_link',
      'm.recredit_limit_hours',
      'm.rating_count',
      'm.rating_sum',
    ]);
const musicianOfId = fixed((db, { id }: { id: string }) => musicians(db).where('m.person_id', '=', id));
const musicianOfSlug = fixed((db, { slug }: { slug: string }) => musicians(db).where('m.slug', '=', slug));

export async function instrumentLabels(db: Db, musicianId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('musician_instruments as mi')
    .innerJoin('instruments as i', 'i.id', 'mi.instrument_id')
    .select('i.label')
    .where('mi.musician_id', '=', musicianId)
    .orderBy('i.position')
    .execute();
  return rows.map(({ label }) => label);
}

/** A musician's services, also stopped ones, in the catalogue's order; only one if `serviceId` is given. */
export function servicesOf(db: Db, musicianId: string, serviceId?: string) {
  return serviceId === undefined
    ? allServices.all(db, { musicianId })
    : oneService.all(db, { musicianId, serviceId });
}

const offered = (db: Kysely<Tables>, musicianId: string) =>
  db
    .selectFrom('services as s')
    .innerJoin('musician_services as ms', 'ms.service_id', 's.id')
    .selectAll('s')
    .where('ms.musician_id', '=', musicianId)
    .orderBy('s.position')
    .orderBy('s.id');
const allServices = fixed((db, { musicianId }: { musicianId: string }) => offered(db, musicianId));
const oneService = fixed((db, { musicianId, serviceId }: { musicianId: string; serviceId: string }) =>
  offered(db, musicianId).where('s.id', '=', serviceId),
);

/** Those of the services that can be booked, in the catalogue's order. */
export function servicesById(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('services as s')
    .selectAll('s')
    .where(sql<boolean>`s.id = any(${[...ids]}::uuid[])`)
    .where('s.offered', '=', true)
    .orderBy('s.position')
    .orderBy('s.id')
    .execute();
}

/** The labels of instruments, in the studio's order. */
export async function labelsOf(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('instruments')
    .select('label')
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .orderBy('position')
    .execute();
  return rows.map(({ label }) => label);
}

/** The services that musicians on Explore offer, in the catalogue's order, each with how many do. */
export function offeredServices(db: Db) {
  return db
    .selectFrom('services as s')
    .innerJoin('musician_services as ms', 'ms.service_id', 's.id')
    .innerJoin('musicians as m', 'm.person_id', 'ms.musician_id')
    .where('m.visible', '=', true)
    .where('s.offered', '=', true)
    .select(['s.id', 's.value', 's.label', 's.category', 's.unit_minutes', 's.slots', 's.credits'])
    .select(['s.alternative_value', 's.alternative_value_annual', 's.exclusive_prices_value'])
    .select((builder) => builder.fn.count<number>('m.person_id').as('musicians'))
    .groupBy('s.id')
    .orderBy('s.position')
    .orderBy('s.id')
    .execute();
}

/** What is booked for each service that can be booked, whoever offers it. */
export function bookedKinds(db: Db) {
  return db
    .selectFrom('services')
    .select(['id', 'value', 'category', 'unit_minutes', 'slots'])
    .where('offered', '=', true)
    .execute();
}

/** What all the services of several musicians cost, before they are priced for a person. */
export function pricesOf(db: Db, musicianIds: readonly string[]) {
  return db
    .selectFrom('musician_services as ms')
    .innerJoin('services as s', 's.id', 'ms.service_id')
    .select(['ms.musician_id', 's.value', 's.credits'])
    .select(['s.alternative_value', 's.alternative_value_annual', 's.exclusive_prices_value'])
    .where(sql<boolean>`ms.musician_id = any(${musicianIds}::uuid[])`)
    .where('s.offered', '=', true)
    .execute();
}

/** A service's form flags and session type, even if no musician offers it any more. */
export function formOf(db: Db, serviceId: string) {
  return db
    .selectFrom('services')
    .select(['form_flags', 'session_type'])
    .where('id', '=', serviceId)
    .executeTakeFirstOrThrow();
}

/** Adds missing instruments and services; existing ones stay unchanged. */
export async function insertCatalogue(
  tx: Tx,
  rows: {
    instruments: readonly Insertable<Tables['instruments']>[];
    services: readonly Insertable<Tables['services']>[];
  },
): Promise<void> {
  await tx
    .insertInto('instruments')
    .values(rows.instruments)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute();
  await tx
    .insertInto('services')
    .values(rows.services)
    .onConflict((conflict) => conflict.column('value').doNothing())
    .execute();
}

/** The names and labels of every instrument and service, in the catalogue's order. */
export async function catalogueLabels(db: Db) {
  const [instruments, services] = await Promise.all([
    db
      .selectFrom('instruments')
      .select(['slug as value', 'label'])
      .orderBy('position')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('services')
      .select(['value', 'label', 'offered'])
      .orderBy('position')
      .orderBy('id')
      .execute(),
  ]);
  return { instruments, services };
}

/** Every instrument, and each service that can be booked, by its name in the catalogue. */
export async function catalogueIds(
  db: Db,
): Promise<{ instruments: Map<string, string>; services: Map<string, string> }> {
  const instruments = await db.selectFrom('instruments').select(['slug', 'id']).execute();
  const services = await db
    .selectFrom('services')
    .select(['value', 'id'])
    .where('offered', '=', true)
    .execute();
  return {
    instruments: new Map(instruments.map(({ slug, id }) => [slug, id])),
    services: new Map(services.map(({ value, id }) => [value, id])),
  };
}

export async function hideMusician(tx: Tx, personId: string): Promise<void> {
  await tx
    .updateTable('musicians')
    .set({ visible: false, visible_unblocked: sql<boolean>`visible` })
    .where('person_id', '=', personId)
    .execute();
}

export async function showMusician(tx: Tx, personId: string): Promise<void> {
  await tx
    .updateTable('musicians')
    .set({ visible: sql<boolean>`coalesce(visible_unblocked, visible)`, visible_unblocked: null })
    .where('person_id', '=', personId)
    .execute();
}

export async function insertMusician(
  tx: Tx,
  row: Insertable<Tables['musicians']>,
  offers: { readonly services: readonly string[]; readonly instruments: readonly string[] },
): Promise<void> {
  await tx.insertInto('musicians').values(row).execute();
  await sql`
    insert into musician_services (musician_id, service_id)
    select ${row.person_id}::uuid, id from unnest(${offers.services}::uuid[]) id`.execute(tx);
  await sql`
    insert into musician_instruments (musician_id, instrument_id)
    select ${row.person_id}::uuid, id from unnest(${offers.instruments}::uuid[]) id`.execute(tx);
}
