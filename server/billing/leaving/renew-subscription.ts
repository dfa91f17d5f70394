import type { renewSubscription as endpoint } from '#shared/billing/contract-leaving.ts';
import { isRepeat } from '#shared/billing/rules-leaving.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { replayAnswer, storeAnswer } from '../../db/transaction.ts';
import { stripeAt, type StripeAt } from '../stripe/ask-stripe.ts';
import * as queries from './queries-leaving.ts';
import { restart } from './restart.ts';
import { resume } from './resume.ts';
import { standingOf, type Standing } from './standing.ts';

type Output = Promise<Result<ResponseOf<typeof endpoint>, ProblemOf<typeof endpoint>>>;

/**
 * Resumes a membership that is ending, or begins a running one's cycle anew
 * (docs/product/leaving.md#resuming).
 */
export async function renewSubscription(ctx: SignedInCtx, { body }: InputOf<typeof endpoint>): Output {
  const at = stripeAt(ctx);
  if (at === null) return fail('payments_not_configured');
  await replayAnswer(ctx);
  const standing = await standingOf(ctx);
  const what = body.what ?? (standing.facts.status === 'pending_cancellation' ? 'resume' : 'restart');
  if (await wasJustDone(ctx, at, standing, body.what))
    return storeAnswer(ctx, { status: statusOf(standing) });
  return what === 'resume' ? resume(ctx, at, standing) : restart(ctx, at, standing, body.total_cents ?? null);
}

const statusOf = ({ facts }: Standing): 'subscriber' | 'trial' =>
  facts.status === 'trial' ? 'trial' : 'subscriber';

/** Whether this is the second press of a resuming or a restart: without it a second resuming would charge. */
async function wasJustDone(
  { db, now }: SignedInCtx,
  { mode }: StripeAt,
  { facts, live }: Standing,
  what: 'resume' | 'restart' | undefined,
): Promise<boolean> {
  if (live === undefined || live.mode !== mode) return false;
  if (facts.status !== 'subscriber' && facts.status !== 'trial') return false;
  const key = { provider: 'stripe', mode, subscription_id: live.subscription_id } as const;
  const resumed = what === 'restart' ? null : await queries.takenBackAt(db, key);
  const restarted = what === 'resume' ? null : await queries.restartedAt(db, key);
  return [resumed, restarted].some((at) => at !== null && isRepeat(at, now));
}
