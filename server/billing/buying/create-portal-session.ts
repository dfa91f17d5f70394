import type { createPortalSession as endpoint } from '#shared/billing/contract-buying.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { askStripe, refusalOf, stripeAt } from '../stripe/ask-stripe.ts';
import { openPortal } from '../stripe/portal.ts';
import { customerOf } from '../stripe/queries-stripe.ts';

/** The provider's page for the payment method and past invoices (docs/product/buying.md#portal). */
export async function createPortalSession(
  ctx: SignedInCtx,
  { body: { returnUrl } }: InputOf<typeof endpoint>,
): Promise<Result<ResponseOf<typeof endpoint>, ProblemOf<typeof endpoint>>> {
  const at = stripeAt(ctx);
  if (at === null) return fail('payments_not_configured');
  const { all } = ctx.settings.origins.studio;
  const url = URL.canParse(returnUrl) ? new URL(returnUrl) : null;
  if (url === null || !all.includes(url.origin)) return fail('wrong_return');
  const customer_id = await customerOf(ctx.db, at.mode, ctx.actor.id);
  if (customer_id === undefined) return fail('no_subscription');
  const opened = await askStripe(ctx, () => openPortal(at, { customer_id, return_url: url.href })).catch(
    (error: unknown) => {
      // The provider does not know the customer any more.
      if (refusalOf(error)?.param !== 'customer') throw error;
      return fail('no_subscription');
    },
  );
  return opened.ok ? ok({ dashboard_url: opened.value }) : opened;
}
