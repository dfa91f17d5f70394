import { sql } from 'kysely';
import type { MailGroup } from '#shared/notifications/rules.ts';
import type { Database } from '../db/database.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Switches a group off for the token's person; false for an unknown token. */
export async function switchOff(
  db: Database,
  token: string,
  group: MailGroup,
  now: Temporal.Instant,
): Promise<boolean> {
  if (!UUID.test(token)) return false;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('notification_settings')
    .columns(['person_id', group, 'updated_at'])
    .expression((select) =>
      select
        .selectFrom('people')
        .select(['id', sql<boolean>`false`.as('wanted'), sql<Temporal.Instant>`${now}::timestamptz`.as('at')])
        .where('mail_token', '=', token),
    )
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ [group]: false, updated_at: now }))
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** An invitation's address and code, in any status. */
export function invitationById(db: Database, id: string) {
  return UUID.test(id)
    ? db
        .selectFrom('invitations')
        .select(['id', 'email', 'code'])
        .where('id', '=', id.toLowerCase())
        .executeTakeFirst()
    : Promise.resolve(undefined);
}

/** Records that an address wants no more invitations from anybody. */
export async function declineAddress(db: Database, email: string, now: Temporal.Instant): Promise<void> {
  await db
    .insertInto('declined_addresses')
    .values({ email: email.toLowerCase(), at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
