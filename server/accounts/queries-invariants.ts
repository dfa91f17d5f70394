import { sql } from 'kysely';
import type { Invariant } from '../db/invariants.ts';

/** Invariants of accounts. */
export const ACCOUNT_INVARIANTS: readonly Invariant[] = [
  {
    holds: 'A login session is on the front of its role.',
    violations: sql`
      select p.id from login_sessions l join people p on p.id = l.person_id
      where l.front <> case p.role when 'partner' then 'partners' when 'operator' then 'operator' else 'studio' end`,
  },
  {
    holds: 'Every operator who is signed in has a second factor.',
    violations: sql`
      select person_id as id from login_sessions l where front = 'operator'
        and not exists (select from authenticator_apps a where a.person_id = l.person_id)
        and not exists (select from passkeys k where k.person_id = l.person_id)`,
  },
];
