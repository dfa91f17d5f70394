import type { Mode, Provider } from '../../billing/rules-provider.ts';
import { pendingStates, type PriceState } from '../../billing/rules-prices.ts';

export const PROVIDER_LABELS: Readonly<Record<Provider, string>> = { stripe: 'Stripe', paypal: 'PayPal' };

export const MODE_LABELS: Readonly<Record<Mode, string>> = {
  sandbox: 'the sandbox of the demo: no real money',
  test: 'test keys: no real money',
  live: 'live keys: real money',
};

/** A price as the list says it. */
export const PRICE_STATE_LABELS: Readonly<Record<PriceState, string>> = {
  sold: 'Sold',
  new: 'New',
  again: 'Sold again',
  renamed: 'New name',
  retired: 'No longer sold',
};

/** What is to do, after its number. */
const PENDING: Readonly<Record<Exclude<PriceState, 'sold'>, string>> = {
  new: 'to make',
  again: 'to sell again',
  renamed: 'to rename',
  retired: 'to take from sale',
};

/** "Stripe: 2 to make, 1 to take from sale."; null: nothing is to do there. */
export function pendingText(
  provider: Provider,
  prices: readonly { readonly state: PriceState }[],
): string | null {
  const parts = pendingStates(prices).map(([state, count]) =>
    state === 'sold' ? '' : `${count} ${PENDING[state]}`,
  );
  return parts.length === 0 ? null : `${PROVIDER_LABELS[provider]}: ${parts.join(', ')}.`;
}

/** "2 offers wait for a price." */
export const waitingText = (count: number): string =>
  count === 1 ? '1 offer waits for a price.' : `${count} offers wait for a price.`;

export const PRICES_TEXTS = {
  none: 'There is no payment provider. Set the variables of Stripe or of PayPal first (docs/operating.md, Paying).',
  changed: 'What is offered has changed meanwhile. Look at it again.',
  busy: 'Somebody else is making prices right now. Look again in a moment.',
  away: (names: readonly string[]): string =>
    `${names.join(' and ')} ${names.length === 1 ? 'does' : 'do'} not answer. What was made before stays; try again for the rest.`,
} as const;
