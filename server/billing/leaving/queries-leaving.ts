import type { Mode, Provider } from '#shared/billing/rules-provider.ts';
import type { Db, Tx } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';

/** A subscription at its provider. */
export interface SubscriptionKey {
  readonly provider: Provider;
  readonly mode: Mode;
  readonly subscription_id: string;
}

interface Cancellation {
  readonly personId: string;
  /** null: a membership that no provider keeps. */
  readonly subscription: SubscriptionKey | null;
  readonly reason: string;
  readonly comments: string;
  readonly ends_at: Temporal.Instant;
  readonly now: Temporal.Instant;
}

/** Stores why somebody leaves; false when it is known already, which changes nothing. */
export async function insertCancellation(
  tx: Tx,
  { personId, subscription, now, ...row }: Cancellation,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await tx
    .insertInto('billing_cancellations')
    .values({
      id: newId(),
      person_id: personId,
      provider: subscription?.provider ?? null,
      mode: subscription?.mode ?? null,
      subscription_id: subscription?.subscription_id ?? null,
      requested_at: now,
      ...row,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted === 1n;
}

/** Marks a subscription's cancellation as taken back, if it was requested by then. */
export async function takeBack(
  tx: Tx,
  key: SubscriptionKey,
  now: Temporal.Instant,
  requestedBy = now,
): Promise<void> {
  await tx
    .updateTable('billing_cancellations')
    .set({ taken_back_at: now })
    .where('provider', '=', key.provider)
    .where('mode', '=', key.mode)
    .where('subscription_id', '=', key.subscription_id)
    .where('requested_at', '<=', requestedBy)
    .where('taken_back_at', 'is', null)
    .execute();
}

/** Cancellations requested from an instant on, newest first. */
export function cancellationsSince(db: Db, since: Temporal.Instant) {
  return db
    .selectFrom('billing_cancellations as c')
    .innerJoin('people as p', 'p.id', 'c.person_id')
    .select(['p.email', 'c.reason', 'c.comments', 'c.requested_at', 'c.ends_at', 'c.taken_back_at'])
    .where('c.requested_at', '>=', since)
    .orderBy('c.requested_at', 'desc')
    .orderBy('c.id', 'desc')
    .execute();
}

/** When a subscription's cancellation was taken back last; null: never. */
export async function takenBackAt(db: Db, key: SubscriptionKey): Promise<Temporal.Instant | null> {
  const row = await db
    .selectFrom('billing_cancellations')
    .select((eb) => eb.fn.max('taken_back_at').as('at'))
    .where('provider', '=', key.provider)
    .where('mode', '=', key.mode)
    .where('subscription_id', '=', key.subscription_id)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Ends a membership that no provider keeps with a date. The caller holds the person's lock. */
export async function endMembershipAt(tx: Tx, personId: string, ends_at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ status: 'pending_cancellation', next_billing_at: ends_at, trial_ends_at: null })
    .where('person_id', '=', personId)
    .execute();
}

/** The number of the try to restart a period; a new one begins with 1. */
export async function restartTry(
  db: Db,
  personId: string,
  key: SubscriptionKey & { readonly period_start: Temporal.Instant },
): Promise<number> {
  await db
    .insertInto('billing_restarts')
    .values({ ...key, person_id: personId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { tries } = await restartOf(db, key).select('tries').executeTakeFirstOrThrow();
  return tries;
}

const restartOf = (db: Db, key: SubscriptionKey & { readonly period_start: Temporal.Instant }) =>
  db
    .selectFrom('billing_restarts')
    .where('provider', '=', key.provider)
    .where('mode', '=', key.mode)
    .where('subscription_id', '=', key.subscription_id)
    .where('period_start', '=', key.period_start);

/** After a declined try the next one is another call at the provider. */
export async function countTry(
  db: Db,
  key: SubscriptionKey & { readonly period_start: Temporal.Instant },
  tries: number,
): Promise<void> {
  await db
    .updateTable('billing_restarts')
    .set({ tries: tries + 1 })
    .where('provider', '=', key.provider)
    .where('mode', '=', key.mode)
    .where('subscription_id', '=', key.subscription_id)
    .where('period_start', '=', key.period_start)
    .where('tries', '=', tries)
    .execute();
}

/** The period whose restart was tried and is not done; null: none. */
export async function unfinishedRestart(db: Db, key: SubscriptionKey): Promise<Temporal.Instant | null> {
  const row = await db
    .selectFrom('billing_restarts')
    .select('period_start')
    .where('provider', '=', key.provider)
    .where('mode', '=', key.mode)
    .where('subscription_id', '=', key.subscription_id)
    .where('done_at', 'is', null)
    .orderBy('period_start', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.period_start ?? null;
}

/** Marks the restart as done. */
export async function finishRestart(
  tx: Tx,
  key: SubscriptionKey & { readonly period_start: Temporal.Instant },
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('billing_restarts')
    .set({ done_at: now })
    .where('provider', '=', key.provider)
    .where('mode', '=', key.mode)
    .where('subscription_id', '=', key.subscription_id)
    .where('period_start', '=', key.period_start)
    .where('done_at', 'is', null)
    .execute();
}

/** When a subscription's cycle was restarted last; null: never. */
export async function restartedAt(db: Db, key: SubscriptionKey): Promise<Temporal.Instant | null> {
  const row = await db
    .selectFrom('billing_restarts')
    .select((eb) => eb.fn.max('done_at').as('at'))
    .where('provider', '=', key.provider)
    .where('mode', '=', key.mode)
    .where('subscription_id', '=', key.subscription_id)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Raises the last service update that was shown. */
export async function setServiceUpdateSeen(tx: Tx, personId: string, version: number): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ service_update_seen: version })
    .where('person_id', '=', personId)
    .where('service_update_seen', '<', version)
    .execute();
}

/** How the notices begin that say that a membership is over which no provider kept. */
export const ENDED_HERE = 'here:membership-ended:';

/** People whose membership was kept by no provider, is over, and was not ended yet. */
export async function endedHere(db: Db, now: Temporal.Instant, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships as m')
    .select('m.person_id')
    .where('m.status', 'in', ['wix-user', 'pending_cancellation'])
    .where('m.subscription_id', 'is', null)
    .where('m.next_billing_at', '<=', now)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('billing_notices as n')
            .select('n.key')
            .whereRef('n.person_id', '=', 'm.person_id')
            .where('n.key', 'like', `${ENDED_HERE}%`)
            .whereRef('n.at', '>=', 'm.next_billing_at'),
        ),
      ),
    )
    .orderBy('m.person_id')
    .limit(limit)
    .execute();
  return rows.map(({ person_id }) => person_id);
}
