import type Stripe from 'stripe';

/** `$79.00` for 7900 of usd. */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() });
  const places = format.resolvedOptions().maximumFractionDigits ?? 2;
  const digits = String(Math.abs(amount)).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const exact = places === 0 ? whole : `${whole}.${digits.slice(-places)}`;
  return format.format((amount < 0 ? `-${exact}` : exact) as Intl.StringNumericLiteral);
}

/** ` per month`, ` every 3 months`; nothing for a price that is paid once. */
export function interval(recurring: Stripe.Price.Recurring | null | undefined): string {
  if (recurring === null || recurring === undefined) return '';
  const { interval: unit, interval_count: count } = recurring;
  return count === 1 ? ` per ${unit}` : ` every ${count} ${unit}s`;
}

/** `Jan 31, 2026`, in UTC. */
export const date = (seconds: number): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(seconds * 1000);

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
