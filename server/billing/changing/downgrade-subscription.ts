import type { Stripe } from 'stripe';
import type {
  downgradeSubscription as endpoint,
  keepPlan as keepEndpoint,
} from '#shared/billing/contract-changing.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { replayAnswer, storeAnswer } from '../../db/transaction.ts';
import { settle } from '../buying/settle.ts';
import { askStripe, refusalOf, stripeAt } from '../stripe/ask-stripe.ts';
import { idOf, objectOf } from '../stripe/fetch-customer.ts';
import { changeTo } from './change-facts.ts';
import { liveTerms, openChange, type LiveTerms } from './queries-changing.ts';
import { endOpenChange } from './run-change.ts';

/** Changes to a smaller plan at the end of the period (docs/product/plan-changes.md#downgrade). */
export async function downgradeSubscription(
  ctx: SignedInCtx,
  { body: { priceId } }: InputOf<typeof endpoint>,
): Promise<Result<ResponseOf<typeof endpoint>, ProblemOf<typeof endpoint>>> {
  const at = stripeAt(ctx);
  if (at === null) return fail('payments_not_configured');
  await replayAnswer(ctx);
  // A bank could still confirm it, and the smaller plan would come in the midst of the new period.
  const open = await openChange(ctx.db, ctx.actor.id);
  const ended = open === undefined ? ok(null) : await endOpenChange(ctx, at, open);
  if (!ended.ok) return ended;
  const change = await changeTo(ctx, at, priceId);
  if (!change.ok) return change;
  if (change.value.kind !== 'downgrade') return fail('not_a_downgrade');
  const { live } = change.value;
  const planned = await askStripe(ctx, () => plan(at.stripe, live, priceId));
  if (!planned.ok) return planned;
  if (planned.value === null) return fail('preview_over');
  await settle(ctx, at);
  return storeAnswer(ctx, { from: planned.value.toString() });
}

type Phase = Stripe.SubscriptionScheduleUpdateParams.Phase;

/**
 * Puts the smaller plan behind the running period. Safe to repeat: a standing schedule is used again. null: the plan is
 * no longer the one that is known here.
 */
async function plan(
  stripe: Stripe,
  { subscription_id, price_id }: LiveTerms,
  priceId: string,
): Promise<Temporal.Instant | null> {
  const read = () => stripe.subscriptions.retrieve(subscription_id, { expand: ['schedule'] });
  const subscription = await read();
  if (subscription.pending_update !== null || subscription.items.data[0]?.price.id !== price_id) return null;
  const schedule =
    objectOf(subscription.schedule) ??
    (await stripe.subscriptionSchedules
      .create({ from_subscription: subscription_id })
      .catch(async (error: unknown) => {
        // Made by another press at this moment.
        const standing = refusalOf(error) === null ? null : objectOf((await read()).schedule);
        if (standing === null) throw error;
        return standing;
      }));
  const current = schedule.phases.find(({ start_date }) => start_date === schedule.current_phase?.start_date);
  const [item] = subscription.items.data;
  if (current === undefined || item === undefined) throw new Error('a schedule without a running phase');
  const taxes = (subscription.default_tax_rates ?? []).map(({ id }) => id);
  const discounts = subscription.discounts.flatMap((one) => idOf(one) ?? []);
  // What a phase does not name it does not have.
  const common = {
    default_tax_rates: taxes,
    proration_behavior: 'none',
    ...(discounts.length === 0 ? {} : { discounts: discounts.map((discount) => ({ discount })) }),
  } satisfies Partial<Phase>;
  await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: 'release',
    phases: [
      {
        ...common,
        items: [{ price: item.price.id, quantity: 1 }],
        start_date: current.start_date,
        end_date: current.end_date,
      },
      {
        ...common,
        items: [{ price: priceId, quantity: 1 }],
        duration: { interval: item.price.recurring?.interval ?? 'month', interval_count: 1 },
      },
    ],
  });
  return Temporal.Instant.fromEpochMilliseconds(current.end_date * 1000);
}

/** Takes a planned downgrade back (docs/product/plan-changes.md#downgrade). */
export async function keepPlan(
  ctx: SignedInCtx,
): Promise<Result<ResponseOf<typeof keepEndpoint>, ProblemOf<typeof keepEndpoint>>> {
  const at = stripeAt(ctx);
  if (at === null) return fail('payments_not_configured');
  await replayAnswer(ctx);
  const live = await liveTerms(ctx.db, ctx.actor.id);
  if (live === undefined || live.mode !== at.mode || live.pending_price_id === null)
    return fail('nothing_planned');
  const { stripe } = at;
  const released = await askStripe(ctx, async () => {
    const subscription = await stripe.subscriptions.retrieve(live.subscription_id);
    const schedule = idOf(subscription.schedule);
    if (schedule !== null) await stripe.subscriptionSchedules.release(schedule);
    return subscription.items.data[0]?.price.id === live.price_id;
  });
  if (!released.ok) return released;
  await settle(ctx, at);
  // The period has ended in between.
  if (!released.value) return fail('nothing_planned');
  return storeAnswer(ctx, { kept: true });
}
