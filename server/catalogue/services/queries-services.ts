import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import type { Db, Tx } from '../../db/transaction.ts';

export type ServiceRow = Selectable<Tables['services']>;

const musicians = sql<number>`(
  select count(*) from musician_services ms join people p on p.id = ms.musician_id and p.role = 'partner'
  where ms.service_id = s.id)::integer`.as('musicians');

/** Every service in the catalogue's order, stopped or not, each with how many musicians offer it. */
export function allServices(db: Db) {
  return db
    .selectFrom('services as s')
    .selectAll('s')
    .select(musicians)
    .orderBy('s.position')
    .orderBy('s.id')
    .execute();
}

/** One service; undefined when there is none. */
export function serviceById(db: Db, id: string) {
  return db
    .selectFrom('services as s')
    .selectAll('s')
    .select(musicians)
    .where('s.id', '=', id)
    .executeTakeFirst();
}

/** Locks a service; bookings of it go on meanwhile. */
export function lockService(tx: Tx, id: string): Promise<ServiceRow | undefined> {
  return tx.selectFrom('services').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Every service in the catalogue's order, with its place from 1; locked, so that none is moved or changed meanwhile. */
export async function lockServices(tx: Tx): Promise<{ id: string; value: string; place: number }[]> {
  const rows = await tx
    .selectFrom('services')
    .select(['id', 'value', 'position'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows
    .toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
    .map(({ id, value }, at) => ({ id, value, place: at + 1 }));
}

/** Gives services their places in this order. */
export async function setPlaces(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    update services s set position = o.nr - 1
    from unnest(${ids}::uuid[]) with ordinality as o(id, nr) where o.id = s.id and s.position <> o.nr - 1`.execute(
    tx,
  );
}

/** Whether a service is offered, which then holds until the transaction ends. */
export async function keepOffered(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('services')
    .select('offered')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  return row?.offered === true;
}

/** The first musicians who offer a service, by name. */
export function offeringMusicians(db: Db, serviceId: string, limit: number) {
  return db
    .selectFrom('musician_services as ms')
    .innerJoin('people as p', 'p.id', 'ms.musician_id')
    .select(['p.id', 'p.name'])
    .where('ms.service_id', '=', serviceId)
    .where('p.role', '=', 'partner')
    .orderBy('p.name')
    .orderBy('p.id')
    .limit(limit)
    .execute();
}

export async function updateService(tx: Tx, id: string, set: Updateable<Tables['services']>): Promise<void> {
  await tx.updateTable('services').set(set).where('id', '=', id).execute();
}

/** Adds a service at the end of the catalogue. */
export async function insertService(
  tx: Tx,
  row: Omit<Insertable<Tables['services']>, 'position'>,
): Promise<void> {
  await tx
    .insertInto('services')
    .values({ ...row, position: sql<number>`(select coalesce(max(position), -1) + 1 from services)` })
    .execute();
}
