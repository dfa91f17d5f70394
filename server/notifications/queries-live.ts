import type { Database } from '../db/database.ts';

/** Which of these login sessions live at an instant: the hashes of their tokens. */
export async function liveLogins(
  db: Database,
  hashes: readonly Buffer[],
  now: Temporal.Instant,
): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('login_sessions')
    .select('token_hash')
    .where('token_hash', 'in', hashes)
    .where('expires_at', '>', now)
    .execute();
  return rows.map((row) => row.token_hash);
}
