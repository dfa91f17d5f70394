import type {
  cancelPaypalSubscription as paypalEndpoint,
  cancelSubscription as endpoint,
} from '#shared/billing/contract-leaving.ts';
import { actionRefusal, REPEAT_MINUTES } from '#shared/billing/rules-leaving.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { cleanText } from '#shared/lib/text.ts';
import { lockPerson } from '../../accounts/steps.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { replayAnswer, storeAnswer, transaction } from '../../db/transaction.ts';
import { settle } from '../buying/settle.ts';
import { paypalReach } from '../paypal/ask-paypal.ts';
import { endAtPaypal } from '../paypal-verbs/cancel-subscription.ts';
import { stripeAt } from '../stripe/ask-stripe.ts';
import { membershipCancelled } from '../events.ts';
import { endAtProvider } from './end-at-provider.ts';
import * as queries from './queries-leaving.ts';
import { standingOf, type Standing } from './standing.ts';

type Output = Promise<Result<ResponseOf<typeof endpoint>, ProblemOf<typeof endpoint>>>;
interface Reason {
  readonly reason: string;
  readonly comments: string;
}

/** Has the membership end with what is paid; again is the same (docs/product/leaving.md#cancelling). */
export async function cancelSubscription(
  ctx: SignedInCtx,
  { body: { reason } }: Pick<InputOf<typeof endpoint>, 'body'>,
): Output {
  await replayAnswer(ctx);
  const why = { reason: reason.value, comments: cleanText(reason.comments ?? '') };
  const standing = await standingOf(ctx);
  const refusal = refusalOf(ctx, standing);
  if (refusal !== null) return fail(refusal);
  const { live } = standing;
  if (live === undefined) return cancelHere(ctx, why);
  if (live.provider === 'paypal') return cancelPaypal(ctx, live, why);
  const at = stripeAt(ctx);
  if (at === null) return fail('payments_not_configured');
  const { mode } = at;
  const { subscription_id } = live;
  if (live.provider !== 'stripe' || live.mode !== mode) return fail('not_here');
  const ended = await endAtProvider(ctx, at, subscription_id);
  if (!ended.ok) {
    if (ended.reason === 'no_membership') await settle(ctx, at);
    return ended;
  }
  const { ends_at, wasEnding } = ended.value;
  const subscription = { provider: 'stripe', mode, subscription_id } as const;
  const done = await transaction(ctx, async (tx) => {
    await lockPerson(tx, ctx.actor.id);
    const row = { personId: ctx.actor.id, subscription, ...why, ends_at, now: ctx.now };
    // One that was taken back by choosing a plan is over; within some minutes it is this one's second press.
    if (!wasEnding)
      await queries.takeBack(tx, subscription, ctx.now, ctx.now.subtract({ minutes: REPEAT_MINUTES }));
    if (await queries.insertCancellation(tx, row)) logIt(ctx, why, ends_at);
    return ok(responseOf(ends_at));
  });
  // The mail follows from the state that this stores.
  await settle(ctx, at);
  return done;
}

/** The same, for memberships that PayPal bills alone. */
export async function cancelPaypalSubscription(
  ctx: SignedInCtx,
  { body }: InputOf<typeof paypalEndpoint>,
): Promise<Result<ResponseOf<typeof paypalEndpoint>, ProblemOf<typeof paypalEndpoint>>> {
  await replayAnswer(ctx);
  const standing = await standingOf(ctx);
  const refusal = refusalOf(ctx, standing);
  if (refusal !== null) return fail(refusal);
  return standing.live?.provider === 'paypal' ? cancelSubscription(ctx, { body }) : fail('not_here');
}

async function cancelPaypal(ctx: SignedInCtx, live: NonNullable<Standing['live']>, why: Reason): Output {
  const ended = await endAtPaypal(ctx, live, why);
  const isThere = ended.ok || ended.reason === 'no_membership';
  if (isThere && live.mode === paypalReach(ctx)?.mode) await settle(ctx, { mode: live.mode }, 'paypal');
  if (!ended.ok) return ended;
  const { ends_at, isNew } = ended.value;
  if (isNew) logIt(ctx, why, ends_at);
  return storeAnswer(ctx, responseOf(ends_at));
}

/** A repeat after the cancellation is none. */
function refusalOf({ flags }: Pick<SignedInCtx, 'flags'>, { facts }: Standing) {
  const refusal = actionRefusal('cancel', facts, flags);
  if (refusal === null || refusal === 'already_ending') return null;
  return refusal === 'trial_stays' || refusal === 'not_here' ? refusal : 'no_membership';
}

/** A membership that no provider keeps: an imported one, or a trial without a card. */
function cancelHere(ctx: SignedInCtx, why: Reason): Output {
  const { actor, now } = ctx;
  return transaction(ctx, async (tx) => {
    await lockPerson(tx, actor.id);
    const standing = await standingOf(ctx, tx);
    const refusal = refusalOf(ctx, standing);
    if (refusal !== null) return fail(refusal);
    const { paidThrough: ends_at } = standing;
    if (ends_at === null) return fail('not_here');
    const isNew = await queries.insertCancellation(tx, {
      personId: actor.id,
      subscription: null,
      ...why,
      ends_at,
      now,
    });
    await queries.endMembershipAt(tx, actor.id, ends_at);
    if (isNew) {
      const cancelled = { person_id: actor.id, ends_at: ends_at.toString() };
      await ctx.events.emit(tx, membershipCancelled, cancelled);
      logIt(ctx, why, ends_at);
    }
    return ok(responseOf(ends_at));
  });
}

const responseOf = (ends_at: Temporal.Instant) =>
  ({ status: 'pending_cancellation', ends_at: ends_at.toString() }) as const;

/** Tells the operator. What the person wrote is in the database alone. */
function logIt({ log, actor }: SignedInCtx, { reason }: Reason, ends_at: Temporal.Instant): void {
  log.info({ person_id: actor.id, reason, ends_at: ends_at.toString() }, 'membership cancelled');
}
