import type { Db, Tx } from '../db/transaction.ts';
import type { Tables } from '../db/tables.ts';
import { fixed } from '../db/fixed.ts';

const membership = fixed((db, { personId }: { personId: string }) =>
  db
    .selectFrom('memberships as m')
    .leftJoin('billing_subscriptions as s', (join) =>
      join
        .onRef('s.provider', '=', 'm.provider')
        .onRef('s.mode', '=', 'm.mode')
        .onRef('s.subscription_id', '=', 'm.subscription_id'),
    )
    .selectAll('m')
    .select('s.status as provider_status')
    .where('m.person_id', '=', personId),
);

export function membershipOf(db: Db, personId: string) {
  return membership.first(db, { personId });
}

/** The columns of a membership that opening an account or joining a bundle writes. */
interface Change {
  readonly status: Tables['memberships']['status'];
  readonly trial_ends_at?: Temporal.Instant;
  readonly ended_at?: Temporal.Instant | null;
  readonly next_billing_at?: Temporal.Instant;
}

/** Inserts or updates a person's membership. */
export async function putMembership(tx: Tx, personId: string, change: Change): Promise<void> {
  await tx
    .insertInto('memberships')
    .values({ person_id: personId, ...change })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(change))
    .execute();
}
