import type { Link, Money } from './basics.ts';

/** `99.00` for 9900. */
export function money(cents: number, currency: string): Money {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const sign = cents < 0 ? '-' : '';
  return { currency_code: currency, value: `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}` };
}

/** 9900 for `99.00`, `99.0` or `99`; null when it has parts of a cent. */
export function cents({ value }: Pick<Money, 'value'>): number | null {
  const [, sign = '', whole = '', part = ''] = /^(-?)(\d*)(?:\.(\d{1,2}))?0*$/.exec(value) ?? [];
  if (whole === '' && part === '') return null;
  return Number(`${sign}${whole}${part.padEnd(2, '0')}`);
}

/** `2026-11-23T10:00:00Z` for seconds. */
export const time = (seconds: number): string =>
  Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toString({ smallestUnit: 'second' });

export const seconds = (text: string): number =>
  Math.floor(Temporal.Instant.from(text).epochMilliseconds / 1000);

export const link = (href: string, rel: string, method: Link['method'] = 'GET'): Link => ({
  href,
  rel,
  method,
});
