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
  {
    holds: 'What leaves plan credits for the bank arrives there.',
    violations: sql`
      select l.person_id from credit_entries e join credit_lots l on l.id = e.lot_id
      where e.reason = 'rollover' or (e.reason = 'grant' and l.source = 'rollover')
      group by l.person_id having sum(e.delta) <> 0`,
  },
  {
    holds: 'A lot gets back no more than was withdrawn from it.',
    violations: sql`
      select lot_id from credit_entries where reason in ('withdrawal', 'return')
      group by lot_id having sum(delta) > 0`,
  },
];
