import { sql } from 'kysely';
import type { Invariant } from '../../db/invariants.ts';

/** Invariants of the waiting list (docs/product/waiting-list.md). */
export const WAITING_INVARIANTS: readonly Invariant[] = [
  {
    holds: 'An open offer has its time claimed, exactly, and one that has ended claims nothing.',
    violations: sql`
      select o.id from waiting_offers o join waiting w on w.id = o.waiting_id
        left join slot_claims c on c.offer_id = o.id
      group by o.id, w.musician_id
      having case when o.ended is not null then count(c.slot_id) > 0
        else count(c.slot_id) = 0 or min(lower(c.during)) <> o.starts_at or max(upper(c.during)) <> o.ends_at
          or bool_or(c.held_until is distinct from o.expires_at) or bool_or(c.musician_id <> w.musician_id) end`,
  },
  {
    holds: 'Only who still waits has an open offer.',
    violations: sql`
      select o.id from waiting_offers o join waiting w on w.id = o.waiting_id
      where o.ended is null and w.ended is not null`,
  },
  {
    holds: 'The line of a musician for whom somebody waits is looked at.',
    violations: sql`
      select distinct m.person_id as id from musicians m join waiting w on w.musician_id = m.person_id
      where w.ended is null and m.line_due_at is null`,
  },
];
