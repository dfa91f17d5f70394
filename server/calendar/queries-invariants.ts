import { sql } from 'kysely';
import type { Invariant } from '../db/invariants.ts';

/** Invariants of musicians' pay. */
export const PAY_INVARIANTS: readonly Invariant[] = [
  {
    holds: 'What is marked as paid to a musician is what the closed month says, once.',
    violations: sql`
      select p.id from month_payments p
      where not exists (select from month_payments_taken_back b where b.payment_id = p.id)
        and (p.amount_cents is distinct from (
            select m.payment_cents from musician_months m
            where m.musician_id = p.musician_id and m.month = p.month)
          or exists (
            select from month_payments o
            where o.musician_id = p.musician_id and o.month = p.month and o.id <> p.id
              and not exists (select from month_payments_taken_back b where b.payment_id = o.id)))`,
  },
];
