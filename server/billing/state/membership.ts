import { compareEvents, type MoneyEvent } from '#shared/billing/rules-events.ts';
import { membershipAfter, type StatusEvent } from '#shared/billing/rules-status.ts';
import type { CustomerState } from '#shared/billing/rules-provider.ts';
import type { Tx } from '../../db/transaction.ts';
import type { ApplyCtx } from './context.ts';
import type { Payments } from './payments.ts';
import type { Subscriptions } from './subscriptions.ts';
import { membershipOf } from '../queries.ts';
import * as queries from './queries-state.ts';
import { SIGNED_UP } from '../service.ts';

interface Stored {
  readonly state: CustomerState;
  readonly subscriptions: Subscriptions;
  readonly payments: Payments;
}

/** Stores the membership that follows from a state (docs/product/billing.md#status-of-a-subscription). */
export async function changeMembership(
  tx: Tx,
  { now }: ApplyCtx,
  { state, subscriptions, payments }: Stored,
): Promise<void> {
  if (subscriptions.isLiveElsewhere) return;
  const stored = (await membershipOf(tx, state.person_id)) ?? SIGNED_UP;
  const { live, prices } = subscriptions;
  const price = live === null ? undefined : prices.get(live.price_id);
  const { provider, mode } = state;
  const running = live === null || price === undefined ? null : { provider, mode, subscription: live, price };
  const change = membershipAfter(stored, now, { live: running, happened: happened(subscriptions, payments) });
  if (change !== null) await queries.putMembershipChange(tx, state.person_id, change);
}

/** Ends and paid bundles since the last read, in order. */
function happened({ ended }: Subscriptions, { events }: Payments): StatusEvent[] {
  const ends = ended.map(({ id, at }): MoneyEvent => ({ what: 'ended', at, subscription_id: id }));
  return [...events, ...ends].toSorted(compareEvents).flatMap((event): StatusEvent[] => {
    if (event.what === 'ended') return [{ what: 'ended', at: event.at }];
    return event.what === 'paid' && event.payment.kind === 'bundle' ? [{ what: 'bundle', at: event.at }] : [];
  });
}
