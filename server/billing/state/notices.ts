import type { CustomerState, SubscriptionState } from '#shared/billing/rules-provider.ts';
import { isTrialEndingSoon } from '#shared/billing/rules-status.ts';
import type { EventKind } from '../../ctx/ctx.ts';
import type { EventName, EventPayloads } from '../../ctx/event-payloads.ts';
import type { Tx } from '../../db/transaction.ts';
import type { ApplyCtx } from './context.ts';
import type { SettledCredits } from './credits.ts';
import type { Payments } from './payments.ts';
import type { Subscriptions } from './subscriptions.ts';
import * as events from '../events.ts';
import * as queries from './queries-state.ts';

interface Stored {
  readonly state: CustomerState;
  readonly subscriptions: Subscriptions;
  readonly payments: Payments;
  readonly credits: SettledCredits;
}

/** Emits what others act on, each once (docs/product/billing.md#events). */
export async function emitNotices(
  tx: Tx,
  ctx: ApplyCtx,
  { state, subscriptions, payments, credits }: Stored,
): Promise<void> {
  const person_id = state.person_id;
  if (credits.hasTrialBegun && !credits.isTrialUsed)
    await ctx.events.emit(tx, events.trialStarted, { person_id });
  await emitPaid(tx, ctx, state, payments);
  const notice = makeNotice(tx, ctx, state);
  for (const { id } of subscriptions.ended)
    await notice(`membership-ended:${id}`, events.membershipEnded, { person_id });
  const { live, newEnd } = subscriptions;
  // Told with the state that is stored: whatever broke off between the provider and here, it is told once.
  if (newEnd !== null)
    await ctx.events.emit(tx, events.membershipCancelled, { person_id, ends_at: newEnd.toString() });
  if (live === null) return;
  if (live.failing !== null) {
    const { invoice_id, attempts: attempt, next_attempt_at } = live.failing;
    const failed = {
      person_id,
      invoice_id,
      attempt,
      is_last: next_attempt_at === null,
      next_attempt_at: next_attempt_at?.toString() ?? null,
    };
    await notice(`payment-failed:${invoice_id}:${attempt}`, events.paymentFailed, failed);
  }
  if (credits.isTrialUsed) await notice(`trial-used:${live.id}`, events.trialUsed, { person_id });
  else if (await endsSoon(tx, ctx, state, live))
    await notice(`trial-ends-soon:${live.id}`, events.trialEndsSoon, { person_id });
}

/** Every payment has its receipt; each paid invoice is told once, as its row is new once. */
async function emitPaid(tx: Tx, ctx: ApplyCtx, state: CustomerState, payments: Payments): Promise<void> {
  const { person_id } = state;
  let first = !payments.hadInvoice;
  const inOrder = payments.fresh.toSorted((a, b) =>
    Temporal.Instant.compare(a.state.paid_at, b.state.paid_at),
  );
  for (const { payment, state: paid } of inOrder) {
    if (payment.is_trial) continue;
    await ctx.events.emit(tx, events.receipt, { person_id, payment_id: payment.id });
    if (paid.total_cents === 0) continue;
    const isFirst = first && payment.kind === 'plan' && payment.counts;
    const mark = state.provider === 'paypal' ? 'payer' : 'card_fingerprint';
    const means = paid.fingerprint === null ? {} : { [mark]: paid.fingerprint };
    await ctx.events.emit(tx, events.invoicePaid, { person_id, first: isFirst, ...means });
    if (isFirst) first = false;
  }
  for (const event of payments.events) {
    if (event.what === 'disputed') await ctx.events.emit(tx, events.disputed, { person_id });
    // A lost dispute paid the money back, too.
    if (event.what !== 'refunded' && event.what !== 'lost') continue;
    const refund_id = event.what === 'lost' ? event.dispute_id : event.refund_id;
    await ctx.events.emit(tx, events.refunded, { person_id, payment_id: event.payment.id, refund_id });
  }
}

async function endsSoon(
  tx: Tx,
  { now }: ApplyCtx,
  state: CustomerState,
  live: SubscriptionState,
): Promise<boolean> {
  if (live.status !== 'trialing' || live.cancel_at_period_end || live.cancel_at !== null) return false;
  return isTrialEndingSoon(live, now) || (await queries.isTrialEndAnnounced(tx, state.provider, live.id));
}

const makeNotice =
  (tx: Tx, { events: queue, now }: ApplyCtx, { provider, mode, person_id }: CustomerState) =>
  async <N extends EventName>(key: string, kind: EventKind<N>, payload: EventPayloads[N]): Promise<void> => {
    const row = { key: `${provider}:${mode}:${key}`, personId: person_id, now };
    if (await queries.insertNotice(tx, row)) await queue.emit(tx, kind, payload);
  };
