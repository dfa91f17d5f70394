import type { CustomerState, ProviderAction } from '#shared/billing/rules-provider.ts';
import { lockPerson } from '../accounts/steps.ts';
import type { Tx } from '../db/transaction.ts';
import { settleCredits } from './state/credits.ts';
import { changeMembership } from './state/membership.ts';
import { emitNotices } from './state/notices.ts';
import { storePayments } from './state/payments.ts';
import { storeSubscriptions } from './state/subscriptions.ts';
import type { ApplyCtx } from './state/context.ts';
import * as queries from './state/queries-state.ts';
import { actionsFor } from './state/actions.ts';

/**
 * Stores what a provider says of a customer and lets status and credits follow (docs/product/billing.md#what-the-provider-says). Returns
 * what is to be done at the provider after the commit. Idempotent; an older read changes nothing.
 */
export async function applyCustomerState(
  tx: Tx,
  ctx: ApplyCtx,
  state: CustomerState,
): Promise<readonly ProviderAction[]> {
  await lockPerson(tx, state.person_id);
  const customer = await queries.lockCustomer(tx, state);
  if (customer !== undefined && customer.person_id !== state.person_id) {
    ctx.log.error({ customer: state.customer_id }, "a provider's customer belongs to another person");
    return [];
  }
  if ((customer?.read_number ?? 0) > state.read_number) return [];
  await queries.putCustomer(tx, state, ctx.now);
  await queries.putFingerprints(tx, state, ctx.now);
  const subscriptions = await storeSubscriptions(tx, ctx, state);
  const payments = await storePayments(tx, ctx, { state, subscriptions });
  const credits = await settleCredits(tx, ctx, { state, subscriptions, payments });
  await changeMembership(tx, ctx, { state, subscriptions, payments });
  await emitNotices(tx, ctx, { state, subscriptions, payments, credits });
  return actionsFor({ state, subscriptions, isTrialUsed: credits.isTrialUsed });
}
