import { sql, type RawBuilder } from 'kysely';
import type { Role } from '#shared/lib/endpoint.ts';
import type { PeopleSearch } from '#shared/operator/rules-people.ts';
import type { Db } from '../../db/transaction.ts';
import { fits } from '../people/queries-people.ts';

interface FoundPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}

/** People of some roles whom a search means, newest first. */
export async function people(
  db: Db,
  search: PeopleSearch,
  { roles, limit }: { readonly roles: readonly Role[]; readonly limit: number },
): Promise<FoundPerson[]> {
  const { rows } = await sql<FoundPerson>`
    select p.id, p.name, p.email, p.role from people p
    where p.role = any(${roles}::text[]) and ${fits(search) ?? sql`false`}
    order by p.created_at desc, p.id desc limit ${limit}`.execute(db);
  return rows;
}

interface FoundMusician extends Omit<FoundPerson, 'role'> {
  readonly slug: string;
}

/** Musicians whom a search means, or whose name in addresses begins with a text; these first. */
export async function musicians(
  db: Db,
  { search, slug }: { readonly search: PeopleSearch | null; readonly slug: string | null },
  limit: number,
): Promise<FoundMusician[]> {
  const bySlug: RawBuilder<boolean> = slug === null ? sql`false` : sql`starts_with(m.slug, ${slug})`;
  const byWords = (search && fits(search)) ?? sql<boolean>`false`;
  const { rows } = await sql<FoundMusician>`
    select p.id, p.name, p.email, m.slug from musicians m join people p on p.id = m.person_id
    where p.role = 'partner' and (${bySlug} or ${byWords})
    order by (case when ${bySlug} then 0 else 1 end), m.slug limit ${limit}`.execute(db);
  return rows;
}

/** Invoices and credit notes whose number begins with a text, by number. */
export function invoices(db: Db, begins: string, limit: number) {
  return db
    .selectFrom('invoices as i')
    .innerJoin('people as p', 'p.id', 'i.person_id')
    .select(['i.id', 'i.number', 'i.kind', 'i.issued_at', 'i.total_cents', 'i.person_id', 'p.name'])
    .where('i.number', 'like', `${begins}%`)
    .orderBy('i.number')
    .limit(limit)
    .execute();
}
