import type { Stripe } from 'stripe';
import type { changeSubscription as endpoint } from '#shared/billing/contract-changing.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { lockPerson } from '../../accounts/steps.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { replayAnswer, storeAnswer, transaction } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { settle } from '../buying/settle.ts';
import { stripeAt, type StripeAt } from '../stripe/ask-stripe.ts';
import { billedAs } from './billed-as.ts';
import { creditOf } from './change-credit.ts';
import { changeTo, type Change } from './change-facts.ts';
import { changeParams, previewParams } from './change-request.ts';

import * as queries from './queries-changing.ts';
import { endOpenChange, isBeingMade, runChange, type Ran } from './run-change.ts';

type Body = InputOf<typeof endpoint>['body'];
type Refused = ProblemOf<typeof endpoint>;

/** How often a change that is over may be in the way. */
const ATTEMPTS = 3;

/** Changes to another plan at once, at the price of the preview (docs/product/plan-changes.md#upgrade-and-switch). */
export async function changeSubscription(
  ctx: SignedInCtx,
  { body }: InputOf<typeof endpoint>,
): Promise<Result<ResponseOf<typeof endpoint>, Refused>> {
  const at = stripeAt(ctx);
  if (at === null) return fail('payments_not_configured');
  await replayAnswer(ctx);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const begun = await beginChange(ctx, at, body);
    if (!begun.ok) return begun;
    const ran = await runChange(ctx, at, begun.value);
    if (!ran.ok) return ran;
    if (ran.value.is === 'over') continue;
    return answered(ctx, at, ran.value);
  }
  return fail('in_progress');
}

async function answered(ctx: SignedInCtx, at: StripeAt, ran: Exclude<Ran, { is: 'over' }>) {
  if (ran.is === 'pending') {
    const { secret } = ran;
    return ok({ status: 'pending' as const, ...(secret === null ? {} : { client_secret: secret }) });
  }
  await settle(ctx, at);
  return storeAnswer(ctx, { status: 'active' as const });
}

/** Writes the change down before the provider hears of it, or finds the same one that was begun. */
async function beginChange(
  ctx: SignedInCtx,
  at: StripeAt,
  body: Body,
): Promise<Result<queries.Change, Refused>> {
  const { db, now, actor } = ctx;
  const open = await queries.openChange(db, actor.id);
  if (open !== undefined) {
    // What a call that broke off long ago was counted by is over.
    if (isSame(open, body) && (open.state === 'open' || isBeingMade(open, now))) return ok(open);
    const ended = await endOpenChange(ctx, at, open);
    if (!ended.ok) return ended;
  }
  const change = await changeTo(ctx, body.priceId, { from: 'stripe', to: 'stripe' });
  if (!change.ok) return change;
  if (change.value.kind === 'downgrade') return fail('is_downgrade');
  const request = await promised(ctx, at, change.value, body);
  if (!request.ok) return request;
  const { live, resumes } = change.value;
  const row = {
    id: newId(),
    subscription_id: live.subscription_id,
    price_id: body.priceId,
    due_cents: body.due_today_cents,
    resumes,
    request: request.value,
    started_at: now,
  };
  return transaction({ db, now }, async (tx): Promise<Result<queries.Change, Refused>> => {
    await lockPerson(tx, actor.id);
    const other = await queries.openChange(tx, actor.id);
    if (other !== undefined) return isSame(other, body) ? ok(other) : fail('in_progress');
    // Another press may have finished since the plan was looked at.
    const current = await queries.liveTerms(tx, actor.id);
    if (current?.price_id !== live.price_id) return fail('preview_over');
    if (current.pending_price_id !== null) return fail('change_pending');
    await queries.insertChange(tx, at.mode, actor.id, {
      ...row,
      counted_at: Temporal.Instant.from(body.at),
    });
    return ok({ ...row, state: 'starting' });
  });
}

const isSame = (change: queries.Change, { priceId, due_today_cents }: Body): boolean =>
  change.price_id === priceId && change.due_cents === due_today_cents;

/** What is sent to the provider, if it still costs what the preview said. */
async function promised(
  ctx: SignedInCtx,
  at: StripeAt,
  change: Change,
  body: Body,
): Promise<Result<Stripe.SubscriptionUpdateParams, 'preview_over' | 'provider_unavailable'>> {
  const credit = await creditOf(ctx, change, Temporal.Instant.from(body.at));
  if (!credit.ok) return credit;
  const billed = await billedAs(ctx, at, change, previewParams(change, credit.value));
  if (!billed.ok) return billed;
  const { due_today_cents, balance_cents } = billed.value;
  if (due_today_cents !== body.due_today_cents || balance_cents !== body.balance_cents)
    return fail('preview_over');
  return ok(changeParams(change, credit.value));
}
