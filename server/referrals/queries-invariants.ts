import { sql } from 'kysely';
import type { Invariant } from '../db/invariants.ts';

/** Invariants of rewards. */
export const REFERRAL_INVARIANTS: readonly Invariant[] = [
  {
    holds: 'A reward that was delivered was granted to both, and no other was.',
    violations: sql`
      select i.id from invitations i, unnest(array['inviter', 'invitee']) side
      where (i.status = 'reward-delivered')
        <> exists (select from credit_lots l where l.grant_key = 'referral:' || i.id || ':' || side)
      group by i.id`,
  },
];
