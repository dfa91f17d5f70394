import { isEuCountry } from './countries.ts';

/** What follows the country's letters in a VAT number of the EU, as VIES takes it, and an example. */
const FORMATS: Readonly<Record<string, readonly [RegExp, string]>> = {
  AT: [/^U\d{8}$/, 'ATU12345678'],
  BE: [/^[01]\d{9}$/, 'BE0123456789'],
  BG: [/^\d{9,10}$/, 'BG123456789'],
  CY: [/^\d{8}[A-Z]$/, 'CY12345678X'],
  CZ: [/^\d{8,10}$/, 'CZ12345678'],
  DE: [/^\d{9}$/, 'DE123456789'],
  DK: [/^\d{8}$/, 'DK12345678'],
  EE: [/^\d{9}$/, 'EE123456789'],
  ES: [/^(?:[A-Z]\d{7}[A-Z\d]|\d{8}[A-Z])$/, 'ESX1234567X'],
  FI: [/^\d{8}$/, 'FI12345678'],
  FR: [/^[A-HJ-NP-Z\d]{2}\d{9}$/, 'FR12345678901'],
  GR: [/^\d{9}$/, 'EL123456789'],
  HR: [/^\d{11}$/, 'HR12345678901'],
  HU: [/^\d{8}$/, 'HU12345678'],
  IE: [/^(?:\d[A-Z\d+*]\d{5}[A-Z]|\d{7}[A-W][A-I])$/, 'IE1234567WA'],
  IT: [/^\d{11}$/, 'IT12345678901'],
  LT: [/^(?:\d{9}|\d{12})$/, 'LT123456789'],
  LU: [/^\d{8}$/, 'LU12345678'],
  LV: [/^\d{11}$/, 'LV12345678901'],
  MT: [/^\d{8}$/, 'MT12345678'],
  NL: [/^[A-Z\d+*]{9}B\d{2}$/, 'NL123456789B01'],
  PL: [/^\d{10}$/, 'PL1234567890'],
  PT: [/^\d{9}$/, 'PT123456789'],
  RO: [/^\d{2,10}$/, 'RO1234567890'],
  SE: [/^\d{12}$/, 'SE123456789012'],
  SI: [/^\d{8}$/, 'SI12345678'],
  SK: [/^\d{10}$/, 'SK1234567890'],
};

/** Greece is GR everywhere but in its VAT numbers. */
const prefixOf = (country: string): string => (country === 'GR' ? 'EL' : country);

/** Without blanks, dots and dashes, in capital letters. */
const compact = (text: string): string => text.replaceAll(/[\s.\-/]/g, '').toUpperCase();

/**
 * A VAT number as stored: compact and with its country's letters where the billing country is of the EU, else as
 * typed (docs/product/invoices.md#vat-numbers).
 */
export function normalizeVatNumber(text: string, country: string | null): string {
  if (country === null || !isEuCountry(country) || text.trim() === '') return text;
  const number = compact(text);
  const digits = withoutPrefix(number, country);
  return FORMATS[country]?.[0].test(digits) ? `${prefixOf(country)}${digits}` : number;
}

/** The EU country whose well-formed VAT number it is, given the billing country; null: of none. */
export function vatNumberCountry(text: string, country: string | null): string | null {
  if (country === null || !isEuCountry(country)) return null;
  return FORMATS[country]?.[0].test(withoutPrefix(compact(text), country)) ? country : null;
}

/** The message for a VAT number that the billing country cannot have; null: it can. */
export function vatNumberError(text: string, country: string | null, name: string): string | null {
  if (country === null || !isEuCountry(country) || text.trim() === '') return null;
  if (vatNumberCountry(text, country) !== null) return null;
  return `This is not a VAT number of ${name}. One looks like ${FORMATS[country]?.[1] ?? ''}.`;
}

function withoutPrefix(number: string, country: string): string {
  const prefixes = country === 'GR' ? ['EL', 'GR'] : [country];
  const prefix = prefixes.find((letters) => number.startsWith(letters));
  return prefix === undefined ? number : number.slice(prefix.length);
}
