import { frontOf } from '#shared/accounts/rules.ts';
import type { Database } from '../db/database.ts';

/** Token hashes of the login sessions that are valid at an instant. */
export async function validLogins(
  db: Database,
  hashes: readonly Buffer[],
  now: Temporal.Instant,
): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('login_sessions as l')
    .innerJoin('people as p', 'p.id', 'l.person_id')
    .select(['l.token_hash', 'l.front', 'p.role'])
    .where('l.token_hash', 'in', hashes)
    .where('l.expires_at', '>', now)
    .where('p.waitlisted', '=', false)
    .where('p.blocked_at', 'is', null)
    .execute();
  return rows.filter(({ role, front }) => frontOf(role) === front).map((row) => row.token_hash);
}
