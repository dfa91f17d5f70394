import type { Stripe } from 'stripe';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { dropPending } from '../buying/first-payment.ts';
import { releaseSchedule } from '../changing/schedule.ts';
import { askStripe, refusalOf, type StripeAt } from '../stripe/ask-stripe.ts';
import { instantOf } from '../stripe/to-subscription.ts';

/** Another press or a change of plan may come between two calls. */
const TRIES = 4;
const LIVE: ReadonlySet<string> = new Set(['trialing', 'active', 'past_due']);

/** Whether Stripe still renews or ends it. */
export const isRunning = ({ status }: Pick<Stripe.Subscription, 'status'>): boolean => LIVE.has(status);

const periodEnd = ({ items }: Stripe.Subscription): Temporal.Instant =>
  instantOf(Math.min(...items.data.map(({ current_period_end }) => current_period_end)));

interface End {
  readonly ends_at: Temporal.Instant;
  readonly wasEnding: boolean;
}

/**
 * Has a subscription end with its period and drops a planned or waiting change (docs/product/leaving.md#cancelling). Returns when it
 * ends, and whether it did so before; safe to repeat.
 */
export async function endAtProvider(
  ctx: Pick<Ctx, 'log'>,
  { stripe }: StripeAt,
  id: string,
): Promise<Result<End, 'no_membership' | 'provider_unavailable'>> {
  for (let tries = 1; ; tries += 1) {
    const found = await askStripe(ctx, () => stripe.subscriptions.retrieve(id));
    if (!found.ok) return found;
    const { cancel_at, cancel_at_period_end: isEnding, pending_update } = found.value;
    if (!isRunning(found.value)) return fail('no_membership');
    if (pending_update !== null) {
      // Whoever leaves does not pay for another plan any more, unless the bank was faster.
      const dropped = await askStripe(ctx, () => dropPending(stripe, found.value));
      if (!dropped.ok) return dropped;
      if (tries < TRIES) continue;
    }
    if (isEnding || cancel_at !== null) {
      const ends_at = isEnding || cancel_at === null ? periodEnd(found.value) : instantOf(cancel_at);
      return ok({ ends_at, wasEnding: true });
    }
    try {
      const released = await askStripe(ctx, () => releaseSchedule(stripe, found.value));
      if (!released.ok) return released;
      const ended = await askStripe(ctx, () =>
        stripe.subscriptions.update(id, { cancel_at_period_end: true }),
      );
      return ended.ok ? ok({ ends_at: periodEnd(ended.value), wasEnding: false }) : ended;
    } catch (error) {
      if (refusalOf(error) === null || tries === TRIES) throw error;
    }
  }
}
