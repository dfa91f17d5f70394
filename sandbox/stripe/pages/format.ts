import type Stripe from 'stripe';

/** ` per month`, ` every 3 months`; nothing for a price that is paid once. */
export function interval(recurring: Stripe.Price.Recurring | null | undefined): string {
  if (recurring === null || recurring === undefined) return '';
  const { interval: unit, interval_count: count } = recurring;
  return count === 1 ? ` per ${unit}` : ` every ${count} ${unit}s`;
}

const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
};

/** `Visa ending in 4242`. */
export const cardName = (card: Stripe.PaymentMethod.Card | undefined): string =>
  card === undefined ? 'Card' : `${BRANDS[card.brand] ?? card.brand} ending in ${card.last4}`;

/** `12/2029`. */
export const cardExpiry = (card: Stripe.PaymentMethod.Card | undefined): string =>
  card === undefined ? '' : `${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`;
