import { sql } from 'kysely';
import type { Db } from '../db/transaction.ts';

/** The person's profile with billing details, switches and onboarding. */
export function profileOf(db: Db, id: string) {
  return db
    .selectFrom('people')
    .leftJoin('billing_details as b', 'b.person_id', 'people.id')
    .leftJoin('notification_settings as n', 'n.person_id', 'people.id')
    .leftJoin('onboarding_answers as o', 'o.person_id', 'people.id')
    .select(['id', 'name', 'email', 'role', 'avatar', 'zone', 'people.country'])
    .select(['b.address', 'b.city', 'b.company_name', 'b.vat_number', 'b.zipcode'])
    .select(['b.country as billing_country'])
    .select(['n.booking', 'n.cancellation', 'n.files', 'n.marketing'])
    .select(sql<boolean>`password_hash is not null`.as('has_password'))
    .select(sql<boolean>`email_proved_at is not null`.as('email_proved'))
    .select(sql<boolean>`o.person_id is not null`.as('is_onboarded'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
