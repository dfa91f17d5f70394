import { TRIAL_DAYS } from '#shared/billing/rules.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import type { Price } from '../prices/queries-prices.ts';
import * as queries from './queries-buying.ts';

/** The days of the trial that a membership begins with; 0 for whoever had one (docs/product/billing.md#trial-days). */
export async function trialDays(
  { db, flags }: Pick<Ctx, 'db' | 'flags'>,
  personId: string,
  { kind }: Pick<Price, 'kind'>,
): Promise<number> {
  if (kind !== 'plan' || !flags['free-trial'] || !flags['credit-card-first']) return 0;
  const { hadTrial, hadSubscription } = await queries.trialFacts(db, personId);
  return hadTrial || hadSubscription ? 0 : TRIAL_DAYS;
}
