import type { Provider } from '#shared/billing/rules-provider.ts';
import { toDollars } from '#shared/lib/money.ts';
import type { Price } from '../prices/queries-prices.ts';

/** What the hosted page's browser comes back to. */
interface Bought {
  readonly origin: string;
  readonly provider: Provider;
  /** Names the purchase for analytics; at Stripe the provider fills in the Checkout session's id. */
  readonly session: string;
  readonly price: Pick<Price, 'kind' | 'name' | 'unit_cents' | 'credits'>;
  readonly quantity: number;
}

/** Kinds as the addresses name them: of the purchase, and of the product for analytics. */
const NAMES = {
  plan: { purchase: 'plan', product: 'memberships' },
  bundle: { purchase: 'bundle', product: 'bundles' },
  'top-up': { purchase: 'topup', product: 'topup' },
} as const;
/** The provider puts the Checkout session's id in its place. */
export const STRIPE_SESSION = '{CHECKOUT_SESSION_ID}';

function factsOf({ provider, price, quantity }: Bought): string {
  const { kind, name, unit_cents, credits } = price;
  const total = credits * quantity;
  return new URLSearchParams({
    product_type: NAMES[kind].product,
    product_price: String(toDollars(unit_cents * quantity)),
    product_name: kind === 'top-up' ? (total === 1 ? '1 credit' : `${total} credits`) : name,
    credits: String(total),
    payment_provider: provider,
  }).toString();
}

/** Where a paid purchase leads: a sign-up's to the thank-you screen (docs/product/buying.md#return). */
export function successUrl(
  bought: Bought,
  to: { readonly isSignUp: boolean; readonly returnTo: string | null },
): string {
  const { origin, price, session } = bought;
  if (to.isSignUp) return `${origin}/thank-you?session_id=${session}&${factsOf(bought)}`;
  const path = to.returnTo ?? `/profile?session_id=${session}#billing`;
  const hash = `purchase=${NAMES[price.kind].purchase}&${factsOf(bought)}`;
  return `${origin}${path}${path.includes('#') ? '&' : '#'}${hash}`;
}

/** The billing area after a change of a running membership. */
export const changedUrl = (origin: string): string => `${origin}/profile?session_id=true#billing`;

/** The same after a change that was approved at PayPal, which names the subscription in the address. */
export const revisedUrl = (origin: string): string =>
  `${origin}/profile?session_id=true&payment_provider=paypal#billing`;

/** The dialog that confirms a change of a running membership (docs/product/plan-changes.md#the-dialog). */
export const confirmUrl = (origin: string, offerId: string): string =>
  `${origin}/profile?modal=plans&offer=${encodeURIComponent(offerId)}#billing`;

/** Where the browser goes when nothing was bought: back to the page of ours that it came from. */
export function cancelUrl(origin: string, referer: string | undefined, fallback: string): string {
  const from = referer !== undefined && URL.canParse(referer) ? new URL(referer) : null;
  if (from === null || from.origin !== origin) return `${origin}${fallback}`;
  return `${origin}${from.pathname}${from.search}${from.pathname === '/profile' ? '#billing' : ''}`;
}
