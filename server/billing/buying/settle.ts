import type { SignedInCtx } from '../../ctx/ctx.ts';
import type { Mode, Provider } from '#shared/billing/rules-provider.ts';
import { PayPalRefused } from '../paypal/client.ts';
import { isUnavailable } from '../stripe/ask-stripe.ts';
import { customerOf } from '../stripe/queries-stripe.ts';
import { syncCustomer } from '../sync.ts';

/** Takes in at once what the caller has just bought. The webhook does it, too: no failure here is one of the verb. */
export async function settle(
  ctx: SignedInCtx,
  { mode }: { readonly mode: Mode },
  provider: Provider = 'stripe',
): Promise<void> {
  // PayPal's customer is the person.
  const customer_id = provider === 'paypal' ? ctx.actor.id : await customerOf(ctx.db, mode, ctx.actor.id);
  if (customer_id === undefined) return;
  await syncCustomer(ctx, { provider, mode, customer_id }).catch((error: unknown) => {
    // What PayPal refuses of what follows, as a refund, is the job's to tell and to repeat.
    if (!isUnavailable(error) && !(error instanceof PayPalRefused)) throw error;
    ctx.log.warn({ err: error }, 'a purchase is taken in later, by its webhook');
  });
}
