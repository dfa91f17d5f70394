import { sql } from 'kysely';
import type { Invariant } from '../db/invariants.ts';

/** What must hold of credits: the ledger decides, balances follow it. */
export const CREDIT_INVARIANTS: readonly Invariant[] = [
  {
    holds: 'What remains of credits is the sum of their ledger entries.',
    violations: sql`
      select l.id from credit_lots l left join credit_entries e on e.lot_id = l.id
      group by l.id having l.remaining <> coalesce(sum(e.delta), 0) or l.remaining not between 0 and l.amount`,
  },
  {
    holds: 'Credits are granted once, with their whole amount.',
    violations: sql`
      select l.id from credit_lots l left join credit_entries e on e.lot_id = l.id and e.reason = 'grant'
      group by l.id having count(e.id) <> 1 or sum(e.delta) <> l.amount`,
  },
  {
    holds: 'A grant, a refund and a return add credits; all other entries take some.',
    violations: sql`
      select id from credit_entries where (delta > 0) <> (reason in ('grant', 'refund', 'return'))`,
  },
  {
    holds: 'No more credits come back from a session than it took.',
    violations: sql`
      select lot_id from credit_entries where session_id is not null and reason in ('spend', 'refund')
      group by lot_id, session_id having sum(delta) > 0`,
  },
];
