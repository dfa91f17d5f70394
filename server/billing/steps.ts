import { endsAt, statusAt, TRIAL_CREDITS, trialEnd } from '../../shared/billing/rules.ts';
import type { Bundle } from '../../shared/content/contract-documents.ts';
import { freeBundleOf } from '../../shared/content/rules-documents.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { catalogue } from '../content/service.ts';
import { grant } from '../credits/steps.ts';
import type { Tx } from '../db/transaction.ts';
import type { Ctx } from '../lib/ctx.ts';
import { trialStarted } from './events.ts';
import * as queries from './queries.ts';

type StepCtx = Pick<Ctx, 'db' | 'flags' | 'events'>;

interface Opening {
  readonly personId: string;
  /** `free` joins the auto-selected free bundle, else starts the trial without a card (decisions 8). */
  readonly as: 'signup' | 'ondemand' | 'free';
  /** With `ondemand`: the bundle that brought them. One that has a price is bought later, at the checkout. */
  readonly bundleId?: string | null | undefined;
  readonly now: Temporal.Instant;
}

/**
 * Opens the membership of an account that its sign-up makes in the same transaction; answers how many credits came
 * with it. `no_such_bundle`: the studio does not offer this bundle; nothing is written.
 */
export async function openAccount(
  tx: Tx,
  ctx: StepCtx,
  { personId, as, bundleId, now }: Opening,
): Promise<Result<{ readonly credits: number }, 'no_such_bundle'>> {
  if (as === 'signup') {
    await queries.putMembership(tx, personId, { status: 'signup' });
    return ok({ credits: 0 });
  }
  const { bundles, cohorts } = await catalogue(ctx, tx);
  const bundle =
    as === 'free'
      ? freeBundleOf(bundles.filter(({ id }) => cohorts.public.bundles.includes(id)))
      : bundles.find(({ id }) => id === bundleId);
  if (as === 'ondemand' && bundleId && bundle === undefined) return fail('no_such_bundle');
  if (bundle?.price === 0) return ok({ credits: await joinBundle(tx, ctx, { personId, bundle, now }) });
  if (as === 'free' && ctx.flags['free-trial']) {
    await queries.putMembership(tx, personId, { status: 'trial', trial_ends_at: trialEnd(now) });
    return ok({ credits: await grantTrial(tx, ctx, personId, now) });
  }
  await queries.putMembership(tx, personId, { status: 'ondemand' });
  return ok({ credits: 0 });
}

interface Joining {
  readonly personId: string;
  /** One that costs nothing. */
  readonly bundle: Pick<Bundle, 'id' | 'credits'>;
  readonly now: Temporal.Instant;
}

/**
 * Joins a free bundle: signup and cancelled become ondemand; the bundle's own credits come once for each person, the
 * trial credit once for each account ever (decisions 8). Answers how many credits came. The caller holds the person's
 * lock and has judged the status.
 */
export async function joinBundle(tx: Tx, ctx: StepCtx, { personId, bundle, now }: Joining): Promise<number> {
  const row = await queries.membershipOf(tx, personId);
  const ranOut = row !== undefined && statusAt(row, now) !== row.status;
  await queries.putMembership(tx, personId, {
    status: 'ondemand',
    ...(ranOut ? { ended_at: endsAt(row) } : {}),
  });
  const grantKey = `bundle:${bundle.id}:${personId}`;
  const lot = { personId, source: 'bundle', amount: bundle.credits, expiresAt: null, grantKey, now } as const;
  const own = bundle.credits > 0 && (await grant(tx, lot)) !== null ? bundle.credits : 0;
  return own + (await grantTrial(tx, ctx, personId, now));
}

/** Gives the one trial credit, for 14 days; 0 when the account had it before, or the studio offers no trial. */
async function grantTrial(tx: Tx, ctx: StepCtx, personId: string, now: Temporal.Instant): Promise<number> {
  if (!ctx.flags['free-trial']) return 0;
  const lot = await grant(tx, {
    personId,
    source: 'trial',
    amount: TRIAL_CREDITS,
    expiresAt: trialEnd(now),
    grantKey: `trial:${personId}`,
    now,
  });
  if (lot === null) return 0;
  await ctx.events.emit(tx, trialStarted, { person_id: personId });
  return TRIAL_CREDITS;
}
