import { TRIAL_DAYS } from '#shared/billing/rules.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import type { Price } from '../prices/queries-prices.ts';
import { entitlements } from '../service.ts';
import * as queries from './queries-buying.ts';

/** Who has a membership, also one that no provider keeps, begins no trial. */
const WITHOUT_MEMBERSHIP: ReadonlySet<string> = new Set(['signup', 'ondemand', 'cancelled']);

/** The days of the trial that a membership begins with; 0 for whoever had one (docs/product/buying.md#trial-days). */
export async function trialDays(
  { db, flags, now }: Pick<Ctx, 'db' | 'flags' | 'now'>,
  personId: string,
  { kind }: Pick<Price, 'kind'>,
): Promise<number> {
  if (kind !== 'plan' || !flags['free-trial'] || !flags['credit-card-first']) return 0;
  const { status } = await entitlements(db, personId, now);
  if (!WITHOUT_MEMBERSHIP.has(status)) return 0;
  const { hadTrial, hadSubscription } = await queries.trialFacts(db, personId);
  return hadTrial || hadSubscription ? 0 : TRIAL_DAYS;
}
