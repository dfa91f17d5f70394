import type { Db } from '../db/transaction.ts';
import { newId, newToken } from '../lib/ids.ts';

/** An invitation of a test. */
export interface TestInvitation {
  readonly id: string;
  readonly code: string;
  readonly email: string;
}

/** Writes an open invitation straight into the database, sent at an instant and good for 30 days. */
export async function makeInvitation(
  db: Db,
  { inviterId, at, email }: { inviterId: string; at: Temporal.Instant; email?: string },
): Promise<TestInvitation> {
  const id = newId();
  const made = { id, code: newToken(), email: email ?? `friend-${id}@test.test` };
  await db
    .insertInto('invitations')
    .values({
      ...made,
      inviter_id: inviterId,
      status: 'awaiting-to-accept',
      created_at: at,
      expires_at: at.add({ hours: 720 }),
    })
    .execute();
  return made;
}
