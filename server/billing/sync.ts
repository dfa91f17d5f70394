import { ok } from '#shared/lib/result.ts';
import { lockPerson } from '../accounts/steps.ts';
import type { Ctx } from '../ctx/ctx.ts';
import { transaction } from '../db/transaction.ts';
import { applyCustomerState } from './apply.ts';
import * as queries from './intake/queries-sync.ts';
import type { CustomerKey } from './intake/queries-sync.ts';
import { settleChanges } from './changing/settle-changes.ts';
import { settleCheckouts } from './intake/settle-checkouts.ts';
import { perform } from './stripe/perform.ts';
import { readCustomer } from './stripe/read-customer.ts';

/** Actions change what the provider says; what it says after them is read again this often. */
const ROUNDS = 3;

/**
 * Brings a customer's account to what the provider says now: read, apply in one transaction, act at the provider
 * (docs/product/billing.md#intake). Safe to repeat and to run twice at once. Call it outside of any transaction.
 */
export async function syncCustomer(ctx: Ctx, customer: CustomerKey): Promise<void> {
  const { provider, customer_id } = customer;
  for (let round = 1; round <= ROUNDS; round += 1) {
    // Listed before the read: what arrives later may tell of what the read has not seen.
    const events = await queries.waitingEvents(ctx.db, provider, customer_id);
    const read = await readCustomer(ctx, customer_id);
    // A verb's Idempotency-Key belongs to the verb's own transaction.
    const { value: actions } = await transaction({ db: ctx.db, now: ctx.now }, async (tx) => {
      if (read === null) return ok([]);
      await lockPerson(tx, read.person_id);
      await settleCheckouts(tx, read, ctx.now);
      const resumed = await settleChanges(tx, read, ctx.now);
      return ok([...resumed, ...(await applyCustomerState(tx, ctx, read))]);
    });
    for (const action of actions) await perform(ctx, action);
    await queries.markHandled(ctx.db, provider, events, ctx.now);
    if (actions.length === 0) return;
  }
}
