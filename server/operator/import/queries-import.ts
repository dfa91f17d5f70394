import { sql } from 'kysely';
import type { Role } from '#shared/lib/endpoint.ts';
import type { Db } from '../../db/transaction.ts';

interface Client {
  readonly id: string;
  /** In small letters. */
  readonly email: string;
  readonly role: Role;
  readonly is_blocked: boolean;
}

/** Whose accounts have these addresses, in small letters. */
export async function peopleOf(db: Db, emails: readonly string[]): Promise<Client[]> {
  const { rows } = await sql<Client>`
    select id, lower(email) as email, role, blocked_at is not null as is_blocked from people
    where lower(email) = any(${emails}::text[])`.execute(db);
  return rows;
}

interface KnownMusician {
  readonly id: string;
  readonly slug: string;
  /** The ids of the services that can be booked with them. */
  readonly services: readonly string[];
}

/** The musicians with these slugs. */
export async function musiciansOf(db: Db, slugs: readonly string[]): Promise<KnownMusician[]> {
  const { rows } = await sql<KnownMusician>`
    select m.person_id as id, m.slug, array(
      select ms.service_id from musician_services ms join services s on s.id = ms.service_id
      where ms.musician_id = m.person_id and s.offered) as services
    from musicians m where m.slug = any(${slugs}::text[])`.execute(db);
  return rows;
}

/** The services with these names in the catalogue, stopped ones too. */
export function servicesOf(db: Db, values: readonly string[]) {
  return db
    .selectFrom('services')
    .select(['id', 'value', 'category', 'unit_minutes', 'slots', 'files_deadline', 'files_deadline_enabled'])
    .where(sql<boolean>`value = any(${values}::text[])`)
    .execute();
}

/** A musician's stretch of time. */
interface Span {
  readonly line: number;
  readonly musicianId: string;
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
}

/** The lines of those times at which something of the musician's is booked, held or offered. */
export async function takenLines(db: Db, spans: readonly Span[], now: Temporal.Instant): Promise<number[]> {
  const { rows } = await sql<{ line: number }>`
    select w.line from unnest(
      ${spans.map(({ line }) => line)}::integer[], ${spans.map(({ musicianId }) => musicianId)}::uuid[],
      ${spans.map(({ starts_at }) => starts_at.toString())}::timestamptz[],
      ${spans.map(({ ends_at }) => ends_at.toString())}::timestamptz[]) as w(line, musician_id, starts_at, ends_at)
    where exists (
      select from slot_claims c
      where c.musician_id = w.musician_id and c.during && tstzrange(w.starts_at, w.ends_at, '[)')
        and (c.held_until is null or c.held_until > ${now}))`.execute(db);
  return rows.map(({ line }) => line);
}
