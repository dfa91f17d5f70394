/** `$79.00` for 7900 of usd. */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() });
  const places = format.resolvedOptions().maximumFractionDigits ?? 2;
  const digits = String(Math.abs(amount)).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const exact = places === 0 ? whole : `${whole}.${digits.slice(-places)}`;
  return format.format((amount < 0 ? `-${exact}` : exact) as Intl.StringNumericLiteral);
}

/** `Jan 31, 2026`, in UTC. */
export const date = (seconds: number): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(seconds * 1000);
