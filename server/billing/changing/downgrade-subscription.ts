import type {
  downgradeSubscription as endpoint,
  keepPlan as keepEndpoint,
} from '#shared/billing/contract-changing.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { lockPerson } from '../../accounts/steps.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { replayAnswer, storeAnswer, transaction } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { settle } from '../buying/settle.ts';
import { keepPaypalPlan } from '../paypal-verbs/downgrade-subscription.ts';
import { askStripe, stripeAt, type StripeAt } from '../stripe/ask-stripe.ts';
import { changeTo } from './change-facts.ts';
import {
  insertChange,
  liveTerms,
  openChange,
  setChange,
  type Change,
  type LiveTerms,
} from './queries-changing.ts';
import { endOpenChange } from './run-change.ts';
import { planDowngrade, releaseSchedule } from './schedule.ts';

/** Changes to a smaller plan at the end of the period (docs/product/plan-changes.md#downgrade). */
export async function downgradeSubscription(
  ctx: SignedInCtx,
  { body: { priceId } }: InputOf<typeof endpoint>,
): Promise<Result<ResponseOf<typeof endpoint>, Refused>> {
  const at = stripeAt(ctx);
  if (at === null) return fail('payments_not_configured');
  await replayAnswer(ctx);
  const standing = await liveTerms(ctx.db, ctx.actor.id);
  if (standing?.mode === at.mode && standing.pending_price_id === priceId && standing.pending_from !== null)
    return storeAnswer(ctx, { from: standing.pending_from.toString() });
  const begun = await beginDowngrade(ctx, at, priceId);
  if (!begun.ok) return begun;
  const { row, live } = begun.value;
  try {
    const planned = await askStripe(ctx, () => planDowngrade(at.stripe, live, priceId));
    if (!planned.ok) return planned;
    if (planned.value === null) return fail('preview_over');
    await settle(ctx, at);
    return await storeAnswer(ctx, { from: planned.value.toString() });
  } finally {
    // It charges nothing: after a failure a repeat may begin anew at once.
    await setChange(ctx.db, row, 'failed');
  }
}

type Refused = ProblemOf<typeof endpoint>;
interface Begun {
  readonly row: string;
  readonly live: LiveTerms;
}

/** What is stored as the request of a downgrade: its calls are made anew each time. */
const DOWNGRADE = { is: 'downgrade' } as const;
const isDowngrade = ({ request }: Change): boolean =>
  (request as Partial<typeof DOWNGRADE>).is === DOWNGRADE.is;

/** Writes the downgrade down, so that no change at once is made beside it; presses at once share the row. */
async function beginDowngrade(
  ctx: SignedInCtx,
  at: StripeAt,
  priceId: string,
): Promise<Result<Begun, Refused>> {
  const { db, now, actor } = ctx;
  const isSame = (one: Change) => isDowngrade(one) && one.price_id === priceId;
  const open = await openChange(db, actor.id);
  // A bank could still confirm it, and the smaller plan would come in the midst of the new period.
  const ended = open === undefined || isSame(open) ? ok(null) : await endOpenChange(ctx, at, open);
  if (!ended.ok) return ended;
  const change = await changeTo(ctx, priceId, { from: 'stripe', to: 'stripe' });
  if (!change.ok) return change;
  if (change.value.kind !== 'downgrade') return fail('not_a_downgrade');
  const { live } = change.value;
  const { subscription_id } = live;
  return transaction({ db, now }, async (tx): Promise<Result<Begun, Refused>> => {
    await lockPerson(tx, actor.id);
    const current = await liveTerms(tx, actor.id);
    if (current?.price_id !== live.price_id) return fail('preview_over');
    const other = await openChange(tx, actor.id);
    if (other !== undefined) return isSame(other) ? ok({ row: other.id, live }) : fail('in_progress');
    const row = newId();
    const plan = { id: row, subscription_id, price_id: priceId, due_cents: 0, resumes: false };
    const made = { ...plan, request: DOWNGRADE, started_at: now, counted_at: now };
    await insertChange(tx, at.mode, actor.id, made);
    return ok({ row, live });
  });
}

/** Takes a planned downgrade back (docs/product/plan-changes.md#downgrade). */
export async function keepPlan(
  ctx: SignedInCtx,
  referer?: string,
): Promise<Result<ResponseOf<typeof keepEndpoint>, ProblemOf<typeof keepEndpoint>>> {
  await replayAnswer(ctx);
  const live = await liveTerms(ctx.db, ctx.actor.id);
  if (live?.provider === 'paypal') {
    const page = await keepPaypalPlan(ctx, live, referer);
    return page.ok ? storeAnswer(ctx, { kept: false, url: page.value.url }) : page;
  }
  const at = stripeAt(ctx);
  if (at === null) return fail('payments_not_configured');
  if (live === undefined || live.mode !== at.mode || live.pending_price_id === null)
    return fail('nothing_planned');
  const { stripe } = at;
  const released = await askStripe(ctx, async () => {
    const subscription = await stripe.subscriptions.retrieve(live.subscription_id);
    await releaseSchedule(stripe, subscription);
    return subscription.items.data[0]?.price.id === live.price_id;
  });
  if (!released.ok) return released;
  await settle(ctx, at);
  // The period has ended in between.
  if (!released.value) return fail('nothing_planned');
  return storeAnswer(ctx, { kept: true });
}
