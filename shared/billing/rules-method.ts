import type { Provider } from './rules-provider.ts';
import type { UserStatus } from './rules.ts';

/** How one can pay here, the card first: it is the default (docs/product/buying.md#payment-method-picker). */
export function paymentMethods(
  { stripe, paypal }: { readonly stripe: object | null; readonly paypal: object | null },
  isPaypalOn: boolean,
): Provider[] {
  return [
    ...(stripe === null ? [] : (['stripe'] as const)),
    ...(paypal === null || !isPaypalOn ? [] : (['paypal'] as const)),
  ];
}

/** New customers as the picker means them. */
const ASKED: ReadonlySet<UserStatus | null> = new Set<UserStatus | null>([
  'wix-user',
  'cancelled',
  'ondemand',
]);

/** Whether the picker opens before the payment of a plan (docs/product/buying.md#payment-method-picker). */
export function opensPicker(
  { status, hasSubscription }: { readonly status: UserStatus | null; readonly hasSubscription: boolean },
  methods: readonly Provider[],
): boolean {
  return ASKED.has(status) && !hasSubscription && methods.includes('paypal') && methods.length > 1;
}

/** The wanted method where it can be had, else the first; null for none. */
export function methodOr(wanted: unknown, methods: readonly Provider[]): Provider | null {
  return methods.find((one) => one === wanted) ?? methods[0] ?? null;
}

/** An offer's prices as the catalogue names them. */
interface Priced {
  readonly stripeProdPriceId: string | null;
  readonly paypalProdPriceId: string | null;
}

/** The price that sells a plan at a provider; null: none there. */
export function priceAt(plan: Priced, provider: Provider): string | null {
  return provider === 'paypal' ? plan.paypalProdPriceId : plan.stripeProdPriceId;
}
