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

/** Most credits of one top-up (docs/product/buying.md#top-up). */
export const MAX_TOP_UP = 100;

/** A typed number of credits; null for anything but a whole number from 1 to 100. */
export function readQuantity(text: string): number | null {
  if (!/^\d{1,3}$/.test(text.trim())) return null;
  const quantity = Number(text);
  return quantity >= 1 && quantity <= MAX_TOP_UP ? quantity : null;
}

/** The number after a press of plus (1) or minus (-1); it stays between 1 and 100. */
export function stepQuantity(quantity: number | null, by: 1 | -1): number {
  return Math.min(MAX_TOP_UP, Math.max(1, (quantity ?? (by === 1 ? 0 : 1)) + by));
}

/** Why the top-up modal is open; also its parameter in the address. */
export const TOP_UP_WARNINGS = ['no-credits', 'missing'] as const;
export type TopUpWarning = (typeof TOP_UP_WARNINGS)[number];
