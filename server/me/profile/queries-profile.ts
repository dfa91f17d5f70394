import type { BillingAddress, NotificationSettings } from '#shared/me/contract.ts';
import type { Changes } from '#shared/me/rules.ts';
import type { Tx } from '../../db/transaction.ts';

/** Columns that people change themselves. */
interface PersonChange {
  readonly name?: string;
  readonly zone?: string;
  readonly zone_pending?: boolean;
  readonly country?: string | null;
}

export async function updatePerson(tx: Tx, id: string, change: PersonChange): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx.updateTable('people').set(change).where('id', '=', id).execute();
}

/** What decides a person's VAT. */
export async function taxDetails(
  tx: Tx,
  id: string,
): Promise<{ readonly country: string | null; readonly vat_number: string }> {
  const row = await tx
    .selectFrom('billing_details')
    .select(['country', 'vat_number'])
    .where('person_id', '=', id)
    .executeTakeFirst();
  return row ?? { country: null, vat_number: '' };
}

/** Changes the given parts; the others stay, or are empty at first. */
export async function putBillingDetails(
  tx: Tx,
  id: string,
  change: Changes<BillingAddress>,
  now: Temporal.Instant,
): Promise<void> {
  const row = { ...change, updated_at: now };
  await tx
    .insertInto('billing_details')
    .values({ person_id: id, ...row })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(row))
    .execute();
}

/** Changes the given switches; the others stay, or are on at first. */
export async function putNotificationSettings(
  tx: Tx,
  id: string,
  change: Changes<NotificationSettings>,
  now: Temporal.Instant,
): Promise<void> {
  const row = { ...change, updated_at: now };
  await tx
    .insertInto('notification_settings')
    .values({ person_id: id, ...row })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(row))
    .execute();
}
