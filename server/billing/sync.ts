import type { ProviderAction, ReadCustomer } from '#shared/billing/rules-provider.ts';
import { ok } from '#shared/lib/result.ts';
import { lockPerson } from '../accounts/steps.ts';
import type { Ctx } from '../ctx/ctx.ts';
import { transaction, type Tx } from '../db/transaction.ts';
import { applyCustomerState } from './apply.ts';
import { settleChanges } from './changing/settle-changes.ts';
import * as queries from './intake/queries-sync.ts';
import type { CustomerKey } from './intake/queries-sync.ts';
import { settleCheckouts } from './intake/settle-checkouts.ts';
import { readPaypalCustomer } from './paypal/read-customer.ts';
import { settleRevisions } from './paypal/settle-revisions.ts';
import { perform } from './perform.ts';
import { readStripeCustomer } from './stripe/read-customer.ts';

/** Actions change what the provider says; what it says after them is read again this often. */
const ROUNDS = 3;

const READ = { stripe: readStripeCustomer, paypal: readPaypalCustomer };

/**
 * Brings a customer's account to what the provider says now: read, apply in one transaction, act at the provider
 * (docs/product/billing.md#intake). Safe to repeat and to run twice at once. Call it outside of any transaction.
 */
export async function syncCustomer(ctx: Ctx, customer: CustomerKey): Promise<void> {
  const elsewhere = await bringUpToDate(ctx, customer);
  // What was ended at the other provider is over here, too, before anybody asks.
  for (const other of elsewhere) await bringUpToDate(ctx, other);
}

/** Returns the person's customers at other providers at whom something was done. */
async function bringUpToDate(ctx: Ctx, { provider, customer_id }: CustomerKey): Promise<CustomerKey[]> {
  const elsewhere = new Map<string, CustomerKey>();
  for (let round = 1; round <= ROUNDS; round += 1) {
    // Listed before the read: what arrives later may tell of what the read has not seen.
    const events = await queries.waitingEvents(ctx.db, provider, customer_id);
    const read = await READ[provider](ctx, customer_id);
    // A verb's Idempotency-Key belongs to the verb's own transaction.
    const { value: actions } = await transaction({ db: ctx.db, now: ctx.now }, async (tx) =>
      ok(read === null ? [] : await store(tx, ctx, read)),
    );
    if (read !== null) await performAll(ctx, actions, read.person_id);
    await queries.markHandled(ctx.db, provider, events, ctx.now);
    for (const { provider: other } of actions) {
      if (read === null || other === provider) continue;
      const { mode, person_id } = read;
      const id = await queries.customerIdOf(ctx.db, { provider: other, mode, person_id });
      if (id !== undefined) elsewhere.set(other, { provider: other, mode, customer_id: id });
    }
    if (actions.every((action) => action.provider !== provider)) break;
  }
  return [...elsewhere.values()];
}

/** One that fails, as while its provider is away, does not hold up the others. */
async function performAll(ctx: Ctx, actions: readonly ProviderAction[], personId: string): Promise<void> {
  const failures: unknown[] = [];
  for (const action of actions) {
    try {
      await perform(ctx, action, personId);
    } catch (error) {
      ctx.log.warn({ err: error, action }, 'not done at the payment provider');
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function store(tx: Tx, ctx: Ctx, read: ReadCustomer): Promise<readonly ProviderAction[]> {
  const { provider, person_id, to_capture } = read;
  await lockPerson(tx, person_id);
  await settleCheckouts(tx, read, ctx.now);
  await settleRevisions(tx, read, ctx.now);
  const resumed = await settleChanges(tx, read, ctx.now);
  const captures = to_capture.map((order_id) => ({ do: 'capture', provider, order_id }) as const);
  return [...resumed, ...captures, ...(await applyCustomerState(tx, ctx, read))];
}
