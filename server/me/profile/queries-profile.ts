import type { BillingAddress, NotificationSettings } from '../../shared/me/contract.ts';
import type { Some } from '../../shared/me/rules.ts';
import type { Tx } from '../db/transaction.ts';

/** Columns of a person that they change themselves. */
interface PersonChange {
  readonly name?: string;
  readonly zone?: string;
  readonly country?: string | null;
}

export async function updatePerson(tx: Tx, id: string, change: PersonChange): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx.updateTable('people').set(change).where('id', '=', id).execute();
}

/** Changes the parts that are given; the others stay, or are empty where there was nothing yet. */
export async function putBillingDetails(
  tx: Tx,
  id: string,
  change: Some<BillingAddress>,
  now: Temporal.Instant,
): Promise<void> {
  const row = { ...change, updated_at: now };
  await tx
    .insertInto('billing_details')
    .values({ person_id: id, ...row })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(row))
    .execute();
}

/** Changes the switches that are given; the others stay, or are on where nobody touched them yet. */
export async function putNotificationSettings(
  tx: Tx,
  id: string,
  change: Some<NotificationSettings>,
  now: Temporal.Instant,
): Promise<void> {
  const row = { ...change, updated_at: now };
  await tx
    .insertInto('notification_settings')
    .values({ person_id: id, ...row })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(row))
    .execute();
}
