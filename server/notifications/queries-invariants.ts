import { sql } from 'kysely';
import type { Invariant } from '../db/invariants.ts';

/** Invariants of outgoing mail. */
export const MAIL_INVARIANTS: readonly Invariant[] = [
  {
    holds: 'No mail was sent twice to the same address.',
    violations: sql`
      select event_id from email_log where sent_at is not null
      group by event_id, lower(recipient), template having count(*) > 1`,
  },
];
