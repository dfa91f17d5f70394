import { sql } from 'kysely';
import type { Invariant } from '../db/invariants.ts';

/** Invariants of the catalogue. */
export const CATALOGUE_INVARIANTS: readonly Invariant[] = [
  {
    holds: 'As many musicians are counted on Explore as are shown there.',
    violations: sql`
      select counted as id from (select coalesce(sum(change), 0) as counted from shown_musicians) c
      where counted <> (select count(*) from musicians where visible)`,
  },
  {
    holds: 'Whoever is on Explore has the role of a musician.',
    violations: sql`
      select p.id from musicians m join people p on p.id = m.person_id
      where m.visible and p.role <> 'partner' and p.erased_at is null`,
  },
];
