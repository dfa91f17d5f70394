import type { ProviderAction } from '#shared/billing/rules-provider.ts';
import type { Ctx } from '../ctx/ctx.ts';
import { performPaypal } from './paypal/perform.ts';
import { performStripe } from './stripe/perform.ts';

/** Does at its provider what a person's stored state asks for. Safe to repeat; call it outside of any transaction. */
export function perform(
  ctx: Pick<Ctx, 'db' | 'now' | 'payments' | 'log'>,
  action: ProviderAction,
  personId: string,
): Promise<void> {
  return action.provider === 'stripe' ? performStripe(ctx, action) : performPaypal(ctx, action, personId);
}
