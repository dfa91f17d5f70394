import type { Tx } from '../../db/transaction.ts';
import type { CustomerKey } from './queries-sync.ts';

/** A person's purchases that are begun and not over. The caller holds the person's lock. */
export function openCheckouts(tx: Tx, { provider, mode }: CustomerKey, personId: string) {
  return tx
    .selectFrom('billing_checkouts')
    .select(['id', 'way', 'state', 'provider_id', 'expires_at'])
    .where('person_id', '=', personId)
    .where('provider', '=', provider)
    .where('mode', '=', mode)
    .where('state', 'in', ['starting', 'open'])
    .execute();
}

export async function setCheckout(
  tx: Tx,
  id: string,
  change: { readonly state: 'open' | 'completed' | 'expired' | 'failed'; readonly provider_id?: string },
): Promise<void> {
  await tx.updateTable('billing_checkouts').set(change).where('id', '=', id).execute();
}
