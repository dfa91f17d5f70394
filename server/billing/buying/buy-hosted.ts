import { fail, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { replayAnswer, storeAnswer } from '../../db/transaction.ts';
import { entitlements, type Membership } from '../service.ts';
import { stripeAt } from '../stripe/ask-stripe.ts';
import { changeLive } from './change-live.ts';
import { offerToBuy } from './offer-to-buy.ts';
import { prepare, type Chosen, type Unprepared } from './prepare.ts';
import { hostedRequest } from './request-of.ts';
import { cancelUrl, changedUrl, STRIPE_SESSION, successUrl } from './return-urls.ts';
import { runCheckout, runHosted, type HostedPage } from './run-checkout.ts';

export interface HostedChoice extends Chosen {
  readonly return_to?: string | undefined;
  readonly hold_id?: number | undefined;
  /** The page that the browser comes from. */
  readonly referer: string | undefined;
}

export type NotBought = Unprepared | 'payments_not_configured' | 'in_progress' | 'already_subscribed';

/**
 * The provider's page to buy something, or what choosing it means over a running membership
 * (docs/product/buying.md#hosted-pages). `toAnswer` makes the call's answer, which a repeat gets again.
 */
export async function buyHosted<T>(
  ctx: SignedInCtx,
  choice: HostedChoice,
  toAnswer: (page: HostedPage) => T,
): Promise<Result<T, NotBought>> {
  const at = stripeAt(ctx);
  if (at === null) return fail('payments_not_configured');
  await replayAnswer(ctx);
  const membership = await entitlements(ctx.db, ctx.actor.id, ctx.now);
  const offer = await offerToBuy(ctx, at, membership.cohort, choice.key);
  const changed = offer?.kind === 'plan' ? await changeLive(ctx, at, offer) : null;
  if (changed !== null) {
    if (!changed.ok) return changed;
    const page = { id: changed.value.subscription_id, url: changedUrl(ctx.origin) };
    return storeAnswer(ctx, toAnswer(page));
  }
  const prepared = await prepare(ctx, at, membership, choice);
  if (!prepared.ok) return prepared;
  const { price, quantity, coupon, country } = prepared.value;
  const bought = { provider: 'stripe' as const, session: STRIPE_SESSION, price, quantity };
  const urls = urlsOf(ctx, membership, bought, choice);
  const wish = {
    provider: 'stripe' as const,
    price,
    quantity,
    coupon,
    country,
    way: 'hosted' as const,
    return_to: choice.return_to ?? null,
    hold_id: choice.hold_id ?? null,
    request: (id: string) => hostedRequest(prepared.value, urls, id),
  };
  const page = await runCheckout(ctx, at, wish, (checkout) => runHosted(ctx, at, checkout));
  return page.ok ? storeAnswer(ctx, toAnswer(page.value)) : page;
}

/**
 * Where the browser goes from the provider's page, paid or not (docs/product/buying.md#return). `isNew`: a membership that
 * begins leads to the thank-you screen, whoever buys it.
 */
export function urlsOf(
  { origin }: Pick<SignedInCtx, 'origin'>,
  { status }: Pick<Membership, 'status'>,
  of: Omit<Parameters<typeof successUrl>[0], 'origin'>,
  { return_to, referer, isNew = false }: Pick<HostedChoice, 'return_to' | 'referer'> & { isNew?: boolean },
) {
  const bought = { origin, ...of };
  const { price } = of;
  const isSignUp = isNew || (status === 'signup' && price.kind !== 'top-up' && return_to === undefined);
  const fallback = status === 'signup' ? '/payment-details' : '/profile#billing';
  return {
    success_url: successUrl(bought, { isSignUp, returnTo: return_to ?? null }),
    cancel_url: return_to === undefined ? cancelUrl(origin, referer, fallback) : `${origin}${return_to}`,
  };
}

/** The refusals of what is no membership. */
export function withoutMembership<T>(
  result: Result<T, NotBought>,
): Result<T, Exclude<NotBought, 'already_subscribed'>> {
  if (result.ok || result.reason !== 'already_subscribed') return result as Result<T, never>;
  throw new Error('only a membership is bought once');
}
